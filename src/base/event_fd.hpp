// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/error.hpp"
#include "base/raw_io.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

namespace detail {
/// Empties an eventfd's counter; false when it was empty. Never waits, whatever others do with the
/// descriptor meanwhile.
bool take_count(int fd) noexcept;
/// Like take_count(), for kernels before 5.8, which cannot read an eventfd without waiting: sets
/// O_NONBLOCK, and leaves it. One case remains: a peer that takes the flag away, and the count
/// within the same moment.
bool take_count_by_flag(int fd) noexcept;
}  // namespace detail

/// The bell that an executor sleeps on: an eventfd, given to publishers, which ring it. ring() from
/// any thread or signal handler; wait, wait_for and drain from one thread at a time.
class EventFd {
 public:
  static Result<EventFd> create();

  EventFd() = default;

  int fd() const noexcept { return fd_.get(); }

  /// Never blocks: the counter would have to be full, and then the sleeper is awake anyway.
  void ring() noexcept;
  /// Like ring(), but without looking at the counter first. Only for when a thread of this process
  /// sleeps in wait() or is about to: that thread empties a full counter, so nothing blocks for
  /// long.
  void ring_sleeper() noexcept;
  /// Forgets earlier rings; returns at once. True when there were some.
  bool drain() noexcept;
  /// Sleeps until rung and forgets all rings so far. The kernel writes their number into `rings`,
  /// so that line is warm when the thread wakes: what it reads first should lie there.
  // Inlined: registers keep their values over it, while a call would fetch them from the stack,
  // which is cold then.
  [[gnu::always_inline]] void wait(uint64_t& rings) noexcept {
    const long result = read_word(fd_.get(), rings);
    if (result < 0) [[unlikely]]
      wait_again(result);
  }
  void wait() noexcept {
    uint64_t rings = 0;
    wait(rings);
  }
  /// Like wait(), for at most `timeout_ns` (0: only look); true when rung. Costs one more system
  /// call than wait().
  bool wait_for(int64_t timeout_ns) noexcept;

 private:
  explicit EventFd(UniqueFd fd) : fd_(std::move(fd)) {}
  void wait_again(long result) noexcept;

  UniqueFd fd_;
};

/// Another process's bell, of the same user. Its flags and its counter are shared with that
/// process, which may be wrong or hostile.
class PeerBell {
 public:
  /// Takes a received descriptor; refuses what is not an eventfd, and one that is full.
  static Result<std::shared_ptr<PeerBell>> adopt(UniqueFd fd);

  /// True when the sleeper will notice; false when its bell is broken or given up. Any thread.
  /// Looking first would cost a microsecond where the caches are cold, so a peer that has filled
  /// its counter blocks the caller until another thread calls rescue_stuck(). `watch()` sees to
  /// that: it is called before anything can block, when is_ringing() says so already.
  template <class Watch>
  [[gnu::always_inline]] bool ring(Watch&& watch) noexcept {
    if (given_up_.load(std::memory_order_relaxed)) return false;
    begun_.fetch_add(1, std::memory_order_seq_cst);  // [ring/watch] ringer
    watch();
    const bool rung = write_one();
    done_.fetch_add(1, std::memory_order_relaxed);
    return rung;
  }
  /// Never blocks. Ends a ring() that has not returned since the last call, and gives up the bell.
  /// True if there was such a ring(). Called by one thread at a time, which holds no lock that a
  /// ringing thread may hold.
  bool rescue_stuck() noexcept;
  /// From now on ring() does nothing.
  void give_up() noexcept { given_up_.store(true, std::memory_order_relaxed); }
  /// Whether a ring() has begun and not returned.
  bool is_ringing() const noexcept {
    const uint64_t done = done_.load(std::memory_order_relaxed);
    return begun_.load(std::memory_order_seq_cst) != done;  // [ring/watch] watch
  }
  /// How often the bell was rung.
  uint64_t rings() const noexcept { return begun_.load(std::memory_order_relaxed); }

  int fd() const noexcept { return fd_.get(); }

 private:
  explicit PeerBell(UniqueFd fd) : fd_(std::move(fd)) {}
  bool write_one() noexcept;

  UniqueFd fd_;
  // Figures for the thread that watches.
  std::atomic<uint64_t> begun_{0};
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> given_up_{false};
  uint64_t done_when_seen_busy_ = UINT64_MAX;  // the watching thread's
};

}  // namespace baton::base
