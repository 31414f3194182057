// SPDX-License-Identifier: Apache-2.0
// Work that many small causes request and that is done once for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/event_loop.hpp"

namespace baton::base {

/// Runs the work at once when it did not run lately. Otherwise waits for a pause that grows with
/// the cost of the last run, so that the work takes a small part of the thread's time however often
/// it is requested.
/// Thread safety: the loop's thread. Another thread may construct it, and cancel or destroy it once
/// it is certain that no request can come any more.
class PacedWork {
 public:
  PacedWork(std::shared_ptr<EventLoop> loop, std::function<void()> work)
      : loop_(std::move(loop)), work_(std::move(work)) {}
  ~PacedWork() { cancel(); }
  PacedWork(const PacedWork&) = delete;
  PacedWork& operator=(const PacedWork&) = delete;

  /// The work runs soon, never within this call.
  void request();
  /// Forgets a request that has not run yet.
  void cancel();

 private:
  void run();

  const std::shared_ptr<EventLoop> loop_;
  const std::function<void()> work_;
  TimerId timer_{};
  bool requested_ = false;
  std::int64_t next_ns_ = 0;  // the work does not run earlier
};

}  // namespace baton::base
