// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace baton::transport {

/// Where a publisher that keeps all sleeps until a subscription has taken something. Shared by
/// both; either may be destroyed first. A waiting publisher announces itself before it looks for
/// room, under the lock under which a taker makes room. So the publisher sees the room of any taker
/// that did not see the announcement.
class Backpressure {
 public:
  using Clock = std::chrono::steady_clock;

  /// Waits until `has_room()` is true; false at the `deadline`. Calls `has_room` with the mutex of
  /// this object held.
  template <class HasRoom>
  bool wait_until(Clock::time_point deadline, HasRoom&& has_room) {
    std::unique_lock lock(mutex_);
    waiting_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the lock of the queue orders it
    const bool done = freed_.wait_until(lock, deadline, has_room);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return done;
  }

  /// Call this after making room, with no lock held.
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
