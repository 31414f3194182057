// SPDX-License-Identifier: Apache-2.0
// Tells a user's function that messages came, whether or not an executor has the entity.
//
// The thread of an ArrivalWatch looks. Thread safety: all of it. The function runs under mutex_, so
// that clear() knows that it runs no more; the mutex is recursive, because the function may set
// another one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "transport/port/transport.hpp"

namespace baton::client {

class ArrivalWatch;
class ContextState;

class ArrivalCallback : public std::enable_shared_from_this<ArrivalCallback> {
 public:
  enum class Of { all, outside, inside };  // all messages; all but, or only, what comes by pointer

  ArrivalCallback(std::shared_ptr<ContextState> context,
                  std::shared_ptr<transport::SubscriptionPort> port, Of of, std::string name);

  /// The function gets the number of new messages; at once those that wait unread and were told to
  /// none. Throws std::invalid_argument for an empty one, and what ArrivalWatch::of() throws. What
  /// the function throws is logged.
  void set(std::function<void(std::size_t)> callback);
  void clear();

  /// The port has another wait set now. Safe with a lock held.
  void move_on();

  // ---- the thread ----

  /// Calls the function if there is news. False: there is no function any more.
  bool look();
  /// Whether look() has something to tell. Takes no lock but the port's.
  bool has_news() const;
  /// Has the wait set find the entity, unless the port has another one.
  bool enter(const std::shared_ptr<transport::WaitSet>& wait_set);

 private:
  transport::Arrivals arrivals() const;

  std::shared_ptr<ArrivalWatch> watch() const;

  const std::shared_ptr<ContextState> context_;
  const std::shared_ptr<transport::SubscriptionPort> port_;
  const Of of_;
  const std::string name_;  // of the entity, for the log

  // Relaxed: changed with mutex_ held, and has_news() may be late by one look.
  std::atomic<std::uint64_t> told_{0};
  mutable std::mutex watch_mutex_;       // covers watch_; nothing runs under it
  std::shared_ptr<ArrivalWatch> watch_;  // null without a function
  std::recursive_mutex mutex_;           // covers callback_
  std::function<void(std::size_t)> callback_;
};

/// For an entity's functions that set and clear one: made when it is needed first. `slot` is read
/// and replaced atomically.
ArrivalCallback& made(std::shared_ptr<ArrivalCallback>& slot,
                      const std::shared_ptr<ContextState>& context,
                      const std::shared_ptr<transport::SubscriptionPort>& port,
                      ArrivalCallback::Of of, const char* name);
void clear(std::shared_ptr<ArrivalCallback>& slot);
/// An executor or a wait set has taken the port, or has let it go.
void move_on(const std::shared_ptr<ArrivalCallback>& slot);

}  // namespace baton::client
