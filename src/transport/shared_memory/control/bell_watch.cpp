// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/bell_watch.hpp"

#include <sys/timerfd.h>

#include <cerrno>
#include <utility>

#include "base/quiet_thread.hpp"
#include "base/raw_io.hpp"

namespace baton::transport {

BellWatch::~BellWatch() {
  if (fork_mark_.crossed()) {
    (void)state_.release();
    return;
  }
  if (!state_->thread.joinable()) return;
  state_->stopping.store(true, std::memory_order_relaxed);  // the timer orders it
  set_timer(1);
  state_->thread.join();
}

base::Status BellWatch::start() {
  state_->timer.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
  if (!state_->timer) return base::os_error("cannot create a timer");
  return base::start_quiet_thread(state_->thread, "baton-watch", [this] { run(); });
}

bool BellWatch::add(std::uint64_t owner, const std::shared_ptr<base::PeerBell>& bell) {
  const std::lock_guard lock(state_->mutex);
  if (state_->given_up.contains(owner)) {
    bell->give_up();
    return false;
  }
  state_->bells.push_back({owner, bell});
  return true;
}

void BellWatch::forget(std::uint64_t owner) {
  const std::lock_guard lock(state_->mutex);
  state_->given_up.erase(owner);
}

[[gnu::hot]] bool BellWatch::ring(base::PeerBell& bell) noexcept {
  return bell.ring([this] {
    // [ring/watch] ringer
    if (!watching_.load(std::memory_order_seq_cst)) [[unlikely]] {
      begin();
    }
  });
}

/// Makes one system call, which wakes no thread. A ringer that finds the flag raised by another
/// ringer is covered, too: the other one sets the timer before it can block.
void BellWatch::begin() noexcept {
  // [ring/watch] ringer
  if (!watching_.exchange(true, std::memory_order_seq_cst)) set_timer(period_ns);
}

void BellWatch::set_timer(std::int64_t delay_ns) noexcept {
  itimerspec once{};
  once.it_value = {delay_ns / 1'000'000'000, delay_ns % 1'000'000'000};
  ::timerfd_settime(state_->timer.get(), 0, &once, nullptr);
}

void BellWatch::run() {
  for (;;) {
    // Only this thread reads the timer: setting it ends the read.
    std::uint64_t times = 0;
    const long size = base::read_word(state_->timer.get(), times);
    if (size < 0 && size != -EINTR) return;
    if (state_->stopping.load(std::memory_order_relaxed)) return;
    if (size > 0) tick();
  }
}

void BellWatch::tick() {
  State& state = *state_;
  const bool stuck = rescue();
  const Seen seen = count();
  const std::uint64_t for_messages = seen.rings - state.disregarded.load(std::memory_order_relaxed);
  const bool rung = std::exchange(state.reported, for_messages) != for_messages;
  if (rung || stuck || seen.ringing) {
    set_timer(period_ns);
  } else {
    // [ring/watch] watch: the flag falls before the look. A ringer that the look does not see sees
    // the flag fallen, and sets the timer itself.
    watching_.store(false, std::memory_order_seq_cst);
    if (count() != seen) begin();
  }
  state.callbacks.on_period(rung);
}

/// Ends rings that have hung for a period. True if there was one.
bool BellWatch::rescue() {
  State& state = *state_;
  std::set<std::uint64_t> culprits;
  {
    const std::lock_guard lock(state.mutex);
    std::erase_if(state.bells, [&](const Entry& entry) {
      const auto bell = entry.bell.lock();
      if (bell && bell->rescue_stuck()) culprits.insert(entry.owner);
      return !bell;
    });
    // Give all bells of a stuck peer up at once: one after the other, each would cost its publisher
    // as much time.
    for (const Entry& entry : state.bells) {
      if (!culprits.contains(entry.owner)) continue;
      if (const auto bell = entry.bell.lock()) bell->give_up();
    }
    state.given_up.insert(culprits.begin(), culprits.end());
  }
  if (!culprits.empty()) state.callbacks.on_stuck();
  return !culprits.empty();
}

BellWatch::Seen BellWatch::count() {
  Seen seen;
  const std::lock_guard lock(state_->mutex);
  for (const Entry& entry : state_->bells) {
    const auto bell = entry.bell.lock();
    if (!bell) continue;
    seen.rings += bell->rings();
    if (bell->is_ringing()) seen.ringing = true;
  }
  return seen;
}

}  // namespace baton::transport
