// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace baton::transport {

/// Where a publisher that keeps all sleeps until a subscription has taken something. Shared by
/// both; either may go first. A waiting publisher announces itself before it looks whether there is
/// room, under the lock under which the taker makes room: so it sees the room of a taker that did
/// not see the announcement.
class Backpressure {
 public:
  using Clock = std::chrono::steady_clock;

  /// Until `has_room()`, false at the `deadline`. Calls it with its mutex held.
  template <class HasRoom>
  bool wait_until(Clock::time_point deadline, HasRoom&& has_room) {
    std::unique_lock lock(mutex_);
    waiting_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the lock of the queue orders it
    const bool done = freed_.wait_until(lock, deadline, has_room);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return done;
  }

  /// After there is more room. With no lock held.
  void on_freed() noexcept {
    if (waiting_.load(std::memory_order_relaxed) == 0) return;  // relaxed: see above
    const std::lock_guard lock(mutex_);
    freed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::atomic<int> waiting_{0};
};

}  // namespace baton::transport
