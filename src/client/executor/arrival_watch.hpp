// SPDX-License-Identifier: Apache-2.0
// The thread of a context that tells of news: it sleeps until a message comes to a port that it
// watches.
//
// A port has one wait set. Where an executor has the port, the thread looks at it once a
// millisecond instead, and takes it over when the executor has let it go. The thread is there while
// something is watched. Thread safety: all of it.
#pragma once

#include <memory>
#include <thread>

#include "transport/port/transport.hpp"

namespace baton::client {

class ArrivalCallback;
class ContextState;

class ArrivalWatch {
 public:
  /// That of the context, which is made when it is needed first. Throws exceptions::Error and
  /// std::system_error when the system has no more descriptors or threads.
  static std::shared_ptr<ArrivalWatch> of(const std::shared_ptr<ContextState>& context);
  ~ArrivalWatch();

  /// Until its function is cleared. Returns at once; safe with a lock held.
  void add(const std::weak_ptr<ArrivalCallback>& entry);
  const std::shared_ptr<transport::WaitSet>& wait_set() const;

 private:
  struct Shared;
  explicit ArrivalWatch(const std::shared_ptr<ContextState>& context);

  const std::shared_ptr<ContextState> context_;
  const std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace baton::client
