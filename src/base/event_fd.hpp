// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/error.hpp"
#include "base/raw_io.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

/// The bell that an executor sleeps on: an eventfd, given to publishers, who ring it.
/// ring() from any thread or signal handler; wait, wait_for and drain from one thread at a time.
class EventFd {
 public:
  static Result<EventFd> create();

  EventFd() = default;

  int fd() const noexcept { return fd_.get(); }

  /// Never blocks: the counter would have to be full, and then the sleeper is awake anyway.
  void ring() noexcept;
  /// The same without looking first, for when a thread of this process sleeps in wait(), or is about to:
  /// it takes a full counter down, so nothing blocks for long.
  void ring_sleeper() noexcept;
  /// Forgets earlier rings; returns at once. True when there were some.
  bool drain() noexcept;
  /// Sleeps until rung and forgets all rings so far, which the kernel counts in `rings`: for who wakes that
  /// line is warm, and what is read first should lie in it.
  // In place: what is in registers before it still is when it returns, where a call would fetch it from
  // the stack, which is as cold as all else then.
  [[gnu::always_inline]] void wait(uint64_t& rings) noexcept {
    const long result = read_word(fd_.get(), rings);
    if (result < 0) [[unlikely]] wait_again(result);
  }
  void wait() noexcept {
    uint64_t rings = 0;
    wait(rings);
  }
  /// The same for at most `timeout_ns` (0: only look); true when rung. One more system call than
  /// wait().
  bool wait_for(int64_t timeout_ns) noexcept;

 private:
  explicit EventFd(UniqueFd fd) : fd_(std::move(fd)) {}
  void wait_again(long result) noexcept;

  UniqueFd fd_;
};

/// Another process's bell, of the same user. Its flags and its counter are shared with that
/// process, which may be wrong or hostile: ringing never blocks.
class PeerBell {
 public:
  /// Takes a received descriptor; refuses what is not an eventfd.
  static Result<std::shared_ptr<PeerBell>> adopt(UniqueFd fd);

  /// True when the sleeper will notice; false when its bell is broken. Never blocks. Any thread.
  bool ring() noexcept;

  /// The same without looking first, a microsecond sooner where the caches are cold. A peer that
  /// has filled its counter blocks the caller until another thread calls rescue_stuck(), which
  /// therefore has to be called now and then while this is used.
  bool ring_watched() noexcept;
  /// Ends a ring_watched() that has not returned since the last call, and gives up the bell: from
  /// then on it rings no more. True if there was one. One thread at a time.
  bool rescue_stuck() noexcept;
  /// How often ring_watched() was called.
  uint64_t watched_rings() const noexcept { return begun_.load(std::memory_order_relaxed); }

  int fd() const noexcept { return fd_.get(); }

 private:
  explicit PeerBell(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
  // Figures for the thread that watches; nothing is ordered by them.
  std::atomic<uint64_t> begun_{0};
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> given_up_{false};
  uint64_t done_when_seen_busy_ = UINT64_MAX;  // the watching thread's
};

}  // namespace baton::base
