// SPDX-License-Identifier: Apache-2.0
// Sees to it that no peer's bell holds a publisher for long: looking before every ring would cost a
// tenth of the floor, so rings go ahead unchecked while this watches, and one that hangs is ended.
//
// Thread safety: ring() from publishing threads; the rest on the loop's thread. The timer runs only
// while somebody rings: an idle process is not woken.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/event_fd.hpp"
#include "base/event_loop.hpp"

namespace baton::transport {

class BellWatch {
 public:
  /// `on_stuck` is told of a bell that was given up.
  BellWatch(std::shared_ptr<base::EventLoop> loop, std::function<void()> on_stuck);
  ~BellWatch();
  BellWatch(const BellWatch&) = delete;
  BellWatch& operator=(const BellWatch&) = delete;

  void add(std::weak_ptr<base::PeerBell> bell) { bells_.push_back(std::move(bell)); }
  /// Rings; a peer that fills its counter delays this by two periods at most, once.
  bool ring(base::PeerBell& bell) noexcept;
  /// Brings closer what ring() touches first.
  void fetch_ahead() const noexcept { __builtin_prefetch(&watching_); }

 private:
  void tick();

  const std::shared_ptr<base::EventLoop> loop_;
  const std::function<void()> on_stuck_;
  std::atomic<bool> watching_{false};  // written by ring() and tick(); a stale value costs a look
  std::vector<std::weak_ptr<base::PeerBell>> bells_;
  base::TimerId timer_{};
  bool ticking_ = false;
  std::uint64_t rings_seen_ = 0;
};

}  // namespace baton::transport
