// SPDX-License-Identifier: Apache-2.0
#include "transport/port/wait_set.hpp"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/fence.hpp"
#include "base/futex.hpp"
#include "base/kill_point.hpp"
#include "base/longest_wait.hpp"
#include "base/raw_io.hpp"

namespace baton::transport {
namespace {

constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t first_repeat_ns = 500'000'000;

}  // namespace

base::Result<SleepPlace> private_sleep_place() {
  struct Own {
    shm::ExecutorWord word{};
    base::EventFd bell;
  };
  auto bell = base::EventFd::create();
  if (!bell) return std::move(bell).error();
  auto own = std::make_shared<Own>();
  own->bell = std::move(*bell);
  return SleepPlace{0, &own->word, &own->bell, {}, [own] {}};
}

WaitSet::WaitSet(SleepPlace place, std::shared_ptr<base::EventLoop> loop)
    : place_(std::move(place)), word_(*place_.word), loop_(std::move(loop)) {
  place_.bell->drain();
  if (place_.repeat) {
    (void)loop_->add_fd(place_.repeat.get(), EPOLLIN, [this](std::uint32_t) { repeat_ring(); });
  }
}

WaitSet::~WaitSet() {
  if (place_.repeat) loop_->remove_fd(place_.repeat.get());
  if (!fork_mark_.crossed()) place_.close();
}

std::vector<Polled>::iterator WaitSet::find_polled(const Waitable& waitable) {
  return std::find_if(polled_.begin(), polled_.end(),
                      [&](const Polled& polled) { return polled.waitable == &waitable; });
}

void WaitSet::add(Waitable& waitable, std::weak_ptr<void> who, ChangeWord word) {
  {
    const std::lock_guard lock(mutex_);
    BATON_ASSERT(find_polled(waitable) == polled_.end() && !logs_.has(waitable));
    make_room(word);
    waitable.who_ = std::move(who);
    put_in(waitable, word);
  }
  wake();
}

void WaitSet::watch(Waitable& waitable, ChangeWord word) {
  FollowedLogs::Left left;  // released without the mutex
  {
    const std::lock_guard lock(mutex_);
    const auto at = find_polled(waitable);
    BATON_ASSERT(at != polled_.end() || logs_.has(waitable));
    if (at != polled_.end() && !word.log) {
      at->word = word.word;
      at->quiet_at = Polled::never_quiet;
      memories_[static_cast<std::size_t>(at - polled_.begin())].swap(word.memory);
    } else {
      make_room(word);
      take_out(waitable, left);
      put_in(waitable, word);
      logs_.prune(left);
    }
  }
  wake();
}

/// With the mutex. Throws std::bad_alloc, and then nothing has changed for any waitable.
void WaitSet::make_room(const ChangeWord& word) {
  if (word.log) return logs_.make_room(word.log);
  if (polled_.size() < std::min(polled_.capacity(), memories_.capacity())) return;
  polled_.reserve(2 * polled_.size() + 1);
  memories_.reserve(2 * polled_.size() + 1);
}

/// With the mutex, where there is room. It may be ready already, so the next look asks it.
void WaitSet::put_in(Waitable& waitable, ChangeWord& word) noexcept {
  if (word.log) return logs_.add(waitable, word);
  memories_.push_back(std::move(word.memory));
  polled_.push_back({&waitable, word.word});
}

/// With the mutex.
void WaitSet::take_out(const Waitable& waitable, FollowedLogs::Left& left) noexcept {
  const auto at = find_polled(waitable);
  if (at == polled_.end()) return logs_.remove(waitable, left);
  const auto memory_at = memories_.begin() + (at - polled_.begin());
  left.memory.swap(*memory_at);
  memories_.erase(memory_at);
  polled_.erase(at);
}

void WaitSet::add_posted(Waitable& waitable, std::weak_ptr<void> who) {
  {
    const std::lock_guard lock(mutex_);
    waitable.who_ = std::move(who);
  }
  post(waitable);
}

void WaitSet::remove(Waitable& waitable) {
  FollowedLogs::Left left;  // released without the mutex
  const std::lock_guard lock(mutex_);
  take_out(waitable, left);
  logs_.prune(left);
  std::erase(hot_, &waitable);
  const std::lock_guard posted_lock(posted_lock_);
  std::erase(posted_, &waitable);
  waitable.posted_.store(false, std::memory_order_relaxed);  // in no list; add_posted() posts it
}

[[gnu::hot]] void WaitSet::post(Waitable& waitable) noexcept {
  // [post/look] poster: what made it ready is visible to the thread that takes the flag down and
  // looks again.
  if (!waitable.posted_.exchange(true, std::memory_order_seq_cst)) {
    const base::LightGuard lock(posted_lock_);
    posted_.push_back(&waitable);
  }
  wake();
}

[[gnu::hot]] void WaitSet::adopt_posted() {
  const base::LightGuard lock(posted_lock_);
  hot_.insert(hot_.end(), posted_.begin(), posted_.end());
  posted_.clear();
}

template <class See>
[[gnu::hot]] void WaitSet::look_at_logs(See see) {
  if (logs_.empty()) [[likely]]
    return;
  if (fork_mark_.crossed()) [[unlikely]]
    return;  // a forked child does not have the memory
  logs_.look(see);
}

/// Of one that is not ready. True if it became ready meanwhile, without its poster putting it back.
[[gnu::hot]] bool WaitSet::still_posted(Waitable& waitable) {
  // [post/look] looker: down before the second look.
  waitable.posted_.exchange(false, std::memory_order_seq_cst);
  return waitable.is_ready() && !waitable.posted_.exchange(true, std::memory_order_seq_cst);
}

[[gnu::hot]] bool WaitSet::look_at(Waitable& waitable, Harvest* harvest) {
  if (harvest == nullptr) return true;
  std::shared_ptr<void> who = waitable.who_.lock();
  if (!who) return false;
  const bool accepted = harvest->accept == nullptr || harvest->accept(harvest->context, who.get());
  (accepted ? harvest->found : harvest->refused).push_back(std::move(who));
  return accepted;
}

[[gnu::hot]] bool WaitSet::look(Harvest* harvest) {
  const bool found = scan(harvest);
  // One of them may be the last reference by now, and an entity that ends leaves the wait set.
  if (harvest != nullptr) harvest->refused.clear();
  return found;
}

[[gnu::hot]] bool WaitSet::is_ready(Polled& polled) const {
  if (polled.word != nullptr && fork_mark_.crossed()) [[unlikely]]
    return false;  // a forked child does not have the memory
  return polled.is_ready();
}

/// Without a harvest the first that is ready is enough.
[[gnu::hot]] bool WaitSet::scan(Harvest* harvest) {
  if (notified_.load(std::memory_order_acquire)) {  // [notify/wait] waiter
    if (harvest == nullptr) return true;
  }
  bool found = notified_.load(std::memory_order_relaxed);  // the order was made above
  const base::LightGuard lock(mutex_);
  adopt_posted();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < hot_.size(); ++i) {
    Waitable& waitable = *hot_[i];
    if (!waitable.is_ready() && !still_posted(waitable)) continue;
    hot_[kept++] = &waitable;
    if ((harvest != nullptr || !found) && look_at(waitable, harvest)) found = true;
  }
  hot_.resize(kept);
  look_at_logs([&](Waitable& waitable) {
    if (look_at(waitable, harvest)) found = true;
  });
  polls_ = !polled_.empty() || !logs_.empty();
  for (Polled& polled : polled_) {
    if (found && harvest == nullptr) break;
    if (is_ready(polled) && look_at(*polled.waitable, harvest)) found = true;
  }
  return found;
}

[[gnu::hot]] bool WaitSet::wait(std::int64_t timeout_ns, std::int64_t spin_ns, Harvest* harvest) {
  const auto ready_now = [this, harvest] { return look(harvest); };
  const auto finish = [this](bool result) {
    // [notify/wait] waiter: a notify() that comes later ends the next wait.
    if (notified_.load(std::memory_order_relaxed)) {
      notified_.exchange(false, std::memory_order_acq_rel);
    }
    return result;
  };
  // A thread that slept last time is likely to find nothing: it arms first, and looks once.
  const bool looks_first = !std::exchange(slept_, false) || timeout_ns == 0 || spin_ns > 0;
  if (looks_first) {
    word_.disarm();
    if (ready_now()) return finish(true);
  }
  if (timeout_ns == 0) return false;
  const bool forever = timeout_ns < 0;
  const std::int64_t start_ns = forever && spin_ns <= 0 ? 0 : base::monotonic_ns();
  const std::int64_t deadline_ns =
      start_ns + (forever ? base::longest_wait_ns : std::min(timeout_ns, base::longest_wait_ns));
  if (spin_ns > 0) {
    const std::int64_t spin_end_ns =
        std::min(deadline_ns, start_ns + std::min(spin_ns, base::longest_wait_ns));
    do {
      // Reading the clock costs as much as looking many times.
      for (int i = 0; i < 64; ++i) {
        if (ready_now()) return finish(true);
        base::cpu_relax();
      }
    } while (base::monotonic_ns() < spin_end_ns);
  }
  for (;;) {
    const Woken woken = sleep_once(forever ? never_ns : deadline_ns, harvest);
    if (woken == Woken::found) return finish(true);
    if (woken == Woken::late) {
      word_.disarm();
      return finish(ready_now());
    }
  }
}

[[gnu::hot]] WaitSet::Woken WaitSet::sleep_once(std::int64_t deadline_ns, Harvest* harvest) {
  const auto left_ns = [deadline_ns] {
    return deadline_ns == never_ns ? wait_forever
                                   : std::max<std::int64_t>(0, deadline_ns - base::monotonic_ns());
  };
  const Sleep how = polls_ ? Sleep::in_bell : Sleep::in_futex;
  bool found = false;
  const auto must_stay = [&] {
    found = look(harvest);
    return found || (polls_ && how == Sleep::in_futex);  // a polled waitable cannot wake a futex
  };
  // [ready/asleep] waiter: before the fence, the look at what is ready behind it.
  asleep_.store(static_cast<std::uint32_t>(how), std::memory_order_relaxed);
  bool stays = false;
  if (how == Sleep::in_bell) {
    stays = !word_.arm_unless(must_stay);
  } else {
    base::full_fence();  // [ready/asleep] waiter
    stays = must_stay();
  }
  bool rung = true;
  if (!stays) {
    base::kill_point("wait.armed");
    const std::int64_t timeout_ns = left_ns();
    if (how == Sleep::in_futex) {
      rung = base::futex_wait(asleep_, static_cast<std::uint32_t>(how), timeout_ns);
    } else if (timeout_ns < 0) {
      place_.bell->wait(rings_);
    } else {
      rung = place_.bell->wait_for(timeout_ns);
    }
  }
  asleep_.store(static_cast<std::uint32_t>(Sleep::none), std::memory_order_relaxed);
  if (stays) return found ? Woken::found : Woken::no;
  slept_ = true;
  if (!rung) return Woken::late;
  cold_path_.fetch();
  if (harvest != nullptr && harvest->may_end_unlooked) {
    harvest->unlooked = true;
    return Woken::found;
  }
  base::kill_point("wait.woken");
  // The word stays armed until the next wait: disarming here would delay the callback by the
  // transfer of a cache line, and a publisher that rang for this epoch does not ring again.
  return look(harvest) ? Woken::found : Woken::no;
}

[[gnu::hot]] bool WaitSet::any_ready() {
  if (notified_.load(std::memory_order_acquire)) return true;  // [notify/wait] waiter
  const base::LightGuard lock(mutex_);
  {
    const base::LightGuard posted_lock(posted_lock_);
    if (!posted_.empty()) return true;
  }
  if (!hot_.empty()) return true;
  for (Polled& polled : polled_) {
    if (is_ready(polled)) return true;
  }
  bool any = false;
  look_at_logs([&](Waitable&) { any = true; });
  return any;
}

[[gnu::hot]] bool WaitSet::sleep_again() {
  // [ready/asleep] waiter: as in sleep_once()
  asleep_.store(static_cast<std::uint32_t>(Sleep::in_bell), std::memory_order_relaxed);
  const bool sleeps = word_.arm_unless([this] { return any_ready(); });
  if (sleeps) {
    base::kill_point("wait.armed");
    place_.bell->wait(rings_);
  }
  asleep_.store(static_cast<std::uint32_t>(Sleep::none), std::memory_order_relaxed);
  if (sleeps) cold_path_.fetch();
  return sleeps;
}

bool WaitSet::sleep_outside() {
  // [ready/asleep] waiter: as in sleep_once(). In the bell, also if nothing is polled: a futex is
  // no descriptor.
  asleep_.store(static_cast<std::uint32_t>(Sleep::in_bell), std::memory_order_relaxed);
  const bool sleeps = word_.arm_unless([this] { return any_ready(); });
  if (!sleeps) {
    asleep_.store(static_cast<std::uint32_t>(Sleep::none), std::memory_order_relaxed);
  }
  return sleeps;
}

void WaitSet::wake_outside() noexcept {
  asleep_.store(static_cast<std::uint32_t>(Sleep::none), std::memory_order_relaxed);
  word_.disarm();
  place_.bell->drain();
}

void WaitSet::notify() noexcept {
  notified_.store(true, std::memory_order_release);  // [notify/wait] notifier
  wake();
}

[[gnu::hot]] void WaitSet::wake() noexcept {
  if (fork_mark_.crossed()) return;
  base::full_fence();  // [ready/asleep] waker: what is ready before the look at the flag
  constexpr auto rung = static_cast<std::uint32_t>(Sleep::rung);
  if (asleep_.load(std::memory_order_relaxed) <= rung) return;
  // A second waker sees that the first one wakes this thread. [ring/watch] ringer
  switch (static_cast<Sleep>(asleep_.exchange(rung, std::memory_order_seq_cst))) {
    case Sleep::none:
    case Sleep::rung:
      break;
    case Sleep::in_futex:
      base::futex_wake_one(asleep_);
      break;
    case Sleep::in_bell:
      place_.bell->ring_sleeper();
      if (!ring_watched_.load(std::memory_order_seq_cst)) watch_ring();  // [ring/watch] ringer
      break;
  }
}

/// A peer that holds the bell can read it before the waiting thread does. So half a second after a
/// ring the participant's thread looks whether the waiting thread has noticed, and rings again if
/// not.
[[gnu::cold]] void WaitSet::watch_ring() noexcept {
  // [ring/watch] ringer
  if (place_.repeat && !ring_watched_.exchange(true, std::memory_order_seq_cst)) {
    set_repeat(first_repeat_ns);
  }
}

void WaitSet::set_repeat(std::int64_t delay_ns) noexcept {
  itimerspec once{};
  once.it_value = {delay_ns / 1'000'000'000, delay_ns % 1'000'000'000};
  ::timerfd_settime(place_.repeat.get(), 0, &once, nullptr);
}

void WaitSet::repeat_ring() {
  std::uint64_t times = 0;
  (void)base::read_word(place_.repeat.get(), times);
  const auto unnoticed = [this] {  // [ring/watch] watch
    return asleep_.load(std::memory_order_seq_cst) == static_cast<std::uint32_t>(Sleep::rung);
  };
  if (unnoticed()) {
    // It may also be in a callback for long: then it will look once in vain.
    place_.bell->ring();
    repeat_ns_ = std::max(first_repeat_ns, 2 * repeat_ns_);  // in range for 500 years
    set_repeat(repeat_ns_);
    return;
  }
  repeat_ns_ = 0;
  // [ring/watch] watch: the flag falls before the look.
  ring_watched_.store(false, std::memory_order_seq_cst);
  if (unnoticed()) watch_ring();
}

WaitTimer::WaitTimer(WaitSet& wait_set, std::int64_t first_ns_from_now, std::int64_t period_ns)
    : wait_set_(wait_set) {
  timer_ = wait_set_.loop().add_timer(first_ns_from_now, period_ns, [this] {
    due_.store(true, std::memory_order_release);  // [timer/wait] participant
    wait_set_.wake();
  });
  wait_set_.add(*this);
}

WaitTimer::~WaitTimer() {
  wait_set_.loop().cancel_timer(timer_);
  wait_set_.remove(*this);
}

base::Result<std::unique_ptr<WaitDescriptor>> WaitDescriptor::open(WaitSet& wait_set, int fd,
                                                                   std::uint32_t events) {
  std::unique_ptr<WaitDescriptor> made(new WaitDescriptor(wait_set, fd, events));
  WaitDescriptor* self = made.get();
  // One shot: the thread that watches must not be busy while the waiter decides.
  if (base::Status added = wait_set.loop().add_fd(fd, events | EPOLLONESHOT,
                                                  [self](std::uint32_t came) {
                                                    // [descriptor/wait] participant
                                                    self->events_.store(came,
                                                                        std::memory_order_release);
                                                    self->wait_set_.wake();
                                                  });
      !added) {
    return std::move(added).error();
  }
  made->watched_ = true;
  wait_set.add(*made);
  return made;
}

WaitDescriptor::~WaitDescriptor() {
  if (!watched_) return;
  wait_set_.loop().remove_fd(fd_);
  wait_set_.remove(*this);
}

std::uint32_t WaitDescriptor::consume() {
  // [descriptor/wait] waiter
  const std::uint32_t came = events_.exchange(0, std::memory_order_acq_rel);
  if (came != 0) (void)wait_set_.loop().modify_fd(fd_, wanted_ | EPOLLONESHOT);
  return came;
}

}  // namespace baton::transport
