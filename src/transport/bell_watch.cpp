// SPDX-License-Identifier: Apache-2.0
#include "transport/bell_watch.hpp"

namespace baton::transport {
namespace {

constexpr std::int64_t period_ns = 500'000'000;

}  // namespace

BellWatch::BellWatch(std::shared_ptr<base::EventLoop> loop, std::function<void()> on_stuck)
    : loop_(std::move(loop)), on_stuck_(std::move(on_stuck)) {}

BellWatch::~BellWatch() {
  if (ticking_) loop_->cancel_timer(timer_);
}

[[gnu::hot]]
bool BellWatch::ring(base::PeerBell& bell) noexcept {
  // Relaxed: the watch goes on for a period after the flag falls, which covers who read it before.
  if (watching_.load(std::memory_order_relaxed)) return bell.ring_watched();
  const bool rung = bell.ring();
  if (!watching_.exchange(true, std::memory_order_relaxed)) {
    loop_->post([this] {
      if (ticking_) return;
      ticking_ = true;
      timer_ = loop_->add_timer(period_ns, period_ns, [this] { tick(); });
    });
  }
  return rung;
}

void BellWatch::tick() {
  std::uint64_t rings = 0;
  bool stuck = false;
  std::erase_if(bells_, [&](const auto& entry) {
    const auto bell = entry.lock();
    if (!bell) return true;
    rings += bell->watched_rings();
    if (bell->rescue_stuck()) stuck = true;
    return false;
  });
  if (stuck) on_stuck_();
  const bool quiet = rings == rings_seen_ && !stuck;
  rings_seen_ = rings;
  if (!quiet) return;
  if (watching_.exchange(false, std::memory_order_relaxed)) return;  // one more look
  ticking_ = false;
  loop_->cancel_timer(timer_);
}

}  // namespace baton::transport
