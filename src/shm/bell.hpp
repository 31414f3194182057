// SPDX-License-Identifier: Apache-2.0
// Waking an executor of a peer: guarded by the armed epoch that only the sleeper writes.
//
// Owns: the way to reach one sleeping executor, and the last epoch it was rung for.
// Thread safety: any number of publishing threads at once.
// If a publisher dies between claiming an epoch and ringing, other publishers still ring: `rung_`
// is private to each process. A "claim the bell" flag in shared memory would silence them
// (tests/models shows it).
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "base/fence.hpp"
#include "shm/layout.hpp"

namespace baton::shm {

class Bell {
 public:
  /// `watched`: whether the watch runs. It looks soon after a ring whether the sleeper has woken.
  explicit Bell(const std::atomic<bool>& watched) : watched_(watched) {}
  virtual ~Bell() = default;
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  /// Wakes the executor; false if its bell is broken.
  virtual bool ring() noexcept = 0;
  /// Fetches ahead what ring() will touch.
  virtual void fetch_ahead() const noexcept = 0;

  /// [head/armed] publisher: call after head.store and a full fence. True if it rang.
  /// A stale even epoch cannot be read when the sleeper has missed the head: one of the two full
  /// fences comes first, so either the sleeper sees the head or this load sees the armed word.
  bool ring_if_armed(const ExecutorWord& word) noexcept {
    const std::uint64_t epoch = word.armed.load(std::memory_order_relaxed);
    if ((epoch & 1) == 0) return false;
    // Relaxed: `rung_` only spares a second system call for the same sleep. Without a watch that
    // second call is made: another holder of the bell may have taken the first ring.
    if (rung_.exchange(epoch, std::memory_order_relaxed) == epoch &&
        watched_.load(std::memory_order_relaxed)) {
      return false;
    }
    return ring();
  }
  /// Like ring_if_armed(), but rings also when this sleep was rung for already.
  bool ring_again_if_armed(const ExecutorWord& word) noexcept {
    const std::uint64_t epoch = word.armed.load(std::memory_order_relaxed);
    if ((epoch & 1) == 0) return false;  // awake: the sleeper looks for data before it sleeps
    rung_.store(epoch, std::memory_order_relaxed);
    return ring();
  }

 protected:
  /// For a bell whose rings no other process can take.
  static inline constinit const std::atomic<bool> always_watched{true};

 private:
  const std::atomic<bool>& watched_;
  std::atomic<std::uint64_t> rung_{0};  // used by threads of this process only
};

/// A bell that rings by calling a `bool()`. fetch_ahead() and watched() are forwarded if the
/// callable has them.
template <class Ring>
class BellOf final : public Bell {
 public:
  explicit BellOf(Ring ring) : Bell(watched(ring)), ring_(std::move(ring)) {}

  [[gnu::hot]] bool ring() noexcept override { return ring_(); }
  void fetch_ahead() const noexcept override {
    if constexpr (requires { ring_.fetch_ahead(); }) ring_.fetch_ahead();
  }

 private:
  static const std::atomic<bool>& watched(const Ring& ring) {
    if constexpr (requires { ring.watched(); }) {
      return ring.watched();
    } else {
      return always_watched;
    }
  }

  Ring ring_;
};

/// The bells of one peer process, by executor index. The participant thread installs bells while
/// publishers look for them. A bell stays until the peer is gone and no publisher refers to it.
class Bells {
 public:
  ~Bells() {
    for (auto& bell : bells_) delete bell.load(std::memory_order_relaxed);
  }
  Bells() = default;
  Bells(const Bells&) = delete;
  Bells& operator=(const Bells&) = delete;

  Bell* find(std::uint32_t executor) const noexcept {
    if (executor >= max_executors) return nullptr;
    return bells_[executor].load(std::memory_order_acquire);  // [bell/find] publishing thread
  }

  /// Installs a bell, once per executor, and rings it: a message published before the installation
  /// found no bell, and its sleeper must look again. False if there was one already.
  template <class Ring>
  bool install(std::uint32_t executor, Ring ring) {
    if (executor >= max_executors || find(executor) != nullptr) return false;
    Bell* bell = new BellOf<Ring>(std::move(ring));
    bells_[executor].store(bell, std::memory_order_release);  // [bell/find] participant
    base::full_fence();  // the bell before the ring: a publisher that missed it is covered by it
    bell->ring();
    return true;
  }

 private:
  std::atomic<Bell*> bells_[max_executors]{};
};

}  // namespace baton::shm
