// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace baton::base {

/// A lock for sections of well under a microsecond that two threads hardly ever want at once; use
/// it like std::mutex. Uncontended it costs one locked instruction where a std::mutex needs two,
/// which is what counts on the path of a message. A thread that finds it taken looks a few more
/// times and then sleeps ever longer, up to a millisecond, so that a holder with a lower priority
/// gets on; it is not fair. Not recursive.
class LightLock {
 public:
  LightLock() = default;
  LightLock(const LightLock&) = delete;
  LightLock& operator=(const LightLock&) = delete;

  // Inlined: a call would be one more cold page of code.
  [[gnu::always_inline]] void lock() noexcept {
    if (!try_lock()) lock_contended();
  }

  [[gnu::always_inline]] bool try_lock() noexcept {
    return !taken_.exchange(true, std::memory_order_acquire);
  }

  [[gnu::always_inline]] void unlock() noexcept { taken_.store(false, std::memory_order_release); }

 private:
  [[gnu::cold]] void lock_contended() noexcept;

  std::atomic<bool> taken_{false};
};

/// std::lock_guard for the path of a message. This one is always inlined; std::lock_guard becomes a
/// call once programs are large.
class LightGuard {
 public:
  [[gnu::always_inline]] explicit LightGuard(LightLock& lock) noexcept : lock_(lock) {
    lock_.lock();
  }
  [[gnu::always_inline]] ~LightGuard() { lock_.unlock(); }
  LightGuard(const LightGuard&) = delete;
  LightGuard& operator=(const LightGuard&) = delete;

 private:
  LightLock& lock_;
};

}  // namespace baton::base
