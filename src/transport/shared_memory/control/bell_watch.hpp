// SPDX-License-Identifier: Apache-2.0
// Sees to it that no peer's bell holds a ringing thread for long. Looking before every ring would
// cost a tenth of the floor. So threads ring unchecked while this object watches, and it ends a
// ring that hangs.
//
// The watching thread takes no lock that is held over a ring, calls nothing that waits for a ring,
// and makes no system call that a peer could hold up. So a stuck ring cannot stop the watch.
// Thread safety: ring() from any thread; add() and forget() from one at a time. The watching thread
// wakes up only while publishers ring: an idle process is not woken.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/event_fd.hpp"
#include "base/fork_guard.hpp"
#include "base/unique_fd.hpp"

namespace baton::transport {

class BellWatch {
 public:
  /// Called in the watch's thread; neither callback may block.
  struct Callbacks {
    /// A bell was given up, and with it all bells of its owner.
    std::function<void()> on_stuck;
    /// A period of watching has ended. `rung`: messages were rung for in it.
    std::function<void(bool rung)> on_period;
  };
  static constexpr std::int64_t period_ns = 500'000'000;

  explicit BellWatch(Callbacks callbacks) : state_(std::make_unique<State>(std::move(callbacks))) {}
  ~BellWatch();
  BellWatch(const BellWatch&) = delete;
  BellWatch& operator=(const BellWatch&) = delete;

  /// Call this once, before anything is rung.
  base::Status start();
  /// `owner` is the peer that the bell belongs to. False: a bell of that peer was given up already,
  /// and so is this one.
  bool add(std::uint64_t owner, const std::shared_ptr<base::PeerBell>& bell);
  void forget(std::uint64_t owner);

  /// Rings; a peer that fills its counter delays this by two periods at most, once.
  bool ring(base::PeerBell& bell) noexcept;
  /// `rings` of the rings so far were second rings, and not for messages.
  void disregard(std::uint64_t rings) noexcept {
    state_->disregarded.fetch_add(rings, std::memory_order_relaxed);
  }
  /// Fetches ahead what ring() touches first.
  void fetch_ahead() const noexcept { __builtin_prefetch(&watching_); }
  /// True for a period or two after a ring.
  const std::atomic<bool>& watching() const noexcept { return watching_; }

 private:
  struct Entry {
    std::uint64_t owner;
    std::weak_ptr<base::PeerBell> bell;
  };
  struct Seen {
    std::uint64_t rings = 0;
    bool ringing = false;
    bool operator==(const Seen&) const = default;
  };
  /// One heap object, so that a forked child, which has no such thread, can forget all of it.
  struct State {
    explicit State(Callbacks what) : callbacks(std::move(what)) {}
    const Callbacks callbacks;
    base::UniqueFd timer;
    std::thread thread;
    std::atomic<bool> stopping{false};
    std::atomic<std::uint64_t> disregarded{0};
    std::uint64_t reported = 0;  // rings for messages; the watching thread's
    std::mutex mutex;            // covers what follows; held for a look at all bells
    std::vector<Entry> bells;
    std::set<std::uint64_t> given_up;  // the owners of bells that were given up
  };

  void begin() noexcept;
  void set_timer(std::int64_t delay_ns) noexcept;
  void run();
  void tick();
  bool rescue();
  Seen count();

  const base::ForkMark fork_mark_;
  std::unique_ptr<State> state_;
  // Read on the path of every ring. While it is true the timer is set, or about to be.
  std::atomic<bool> watching_{false};
};

}  // namespace baton::transport
