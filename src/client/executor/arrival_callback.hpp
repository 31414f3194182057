// SPDX-License-Identifier: Apache-2.0
// Tells a user's function that messages came, whether or not an executor has the entity.
//
// No executor waits for such an entity, and each has one wait set. So a thread looks at those with
// a function once a millisecond, while there are any. Thread safety: all of it. The function runs
// under mutex_, so that clear() knows that it runs no more; the mutex is recursive, because the
// function may set another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "transport/port/transport.hpp"

namespace baton::client {

class ArrivalCallback : public std::enable_shared_from_this<ArrivalCallback> {
 public:
  enum class Of { all, outside, inside };  // all messages; all but, or only, what comes by pointer

  ArrivalCallback(std::shared_ptr<transport::SubscriptionPort> port, Of of, std::string name);

  /// The function gets the number of new messages; at once those that wait unread and were told to
  /// none. Throws std::invalid_argument for an empty one. What the function throws is logged.
  void set(std::function<void(std::size_t)> callback);
  void clear();

  /// Called by the thread. False: there is no function any more.
  bool look();

 private:
  transport::Arrivals arrivals() const;

  const std::shared_ptr<transport::SubscriptionPort> port_;
  const Of of_;
  const std::string name_;  // of the entity, for the log

  std::recursive_mutex mutex_;  // covers what follows
  std::function<void(std::size_t)> callback_;
  std::uint64_t told_ = 0;
  bool is_watched_ = false;  // the thread has it in its list
};

/// For an entity's functions that set and clear one: made when it is needed first. `slot` is read
/// and replaced atomically.
ArrivalCallback& made(std::shared_ptr<ArrivalCallback>& slot,
                      const std::shared_ptr<transport::SubscriptionPort>& port,
                      ArrivalCallback::Of of, const char* name);
void clear(std::shared_ptr<ArrivalCallback>& slot);

}  // namespace baton::client
