// SPDX-License-Identifier: Apache-2.0
#include "client/executor/timer_state.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/clock.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/time/simulated_time.hpp"

namespace baton::client {
namespace {

constexpr std::int64_t longest_ns = std::numeric_limits<std::int64_t>::max();

std::int64_t add_saturated(std::int64_t time_ns, std::int64_t more_ns) {
  return more_ns > 0 && time_ns > longest_ns - more_ns ? longest_ns : time_ns + more_ns;
}

/// The first multiple of the period after `now_ns`, in the phase of `next_ns`.
std::int64_t next_period(std::int64_t next_ns, std::int64_t period_ns, std::int64_t now_ns) {
  next_ns = add_saturated(next_ns, period_ns);
  if (next_ns >= now_ns) return next_ns;
  if (period_ns == 0) return now_ns;
  const std::int64_t behind = 1 + (now_ns - next_ns - 1) / period_ns;
  return add_saturated(next_ns, behind * period_ns);
}

}  // namespace

TimerState::TimerState(Clock::SharedPtr clock, std::chrono::nanoseconds period, bool started)
    : clock_(std::move(clock)),
      period_(period),
      cancelled_(!started),
      began_ns_(now_ns()),
      next_ns_(add_saturated(began_ns_, period.count())) {}

std::int64_t TimerState::now_ns() const { return clock_->now().nanoseconds(); }

std::optional<TimerState::Call> TimerState::take() {
  const std::int64_t now = now_ns();
  Call call{};
  {
    const std::lock_guard lock(mutex_);
    if (cancelled_ || next_ns_ > now) {
      call.actual_ns = -1;
    } else {
      call = {next_ns_, now};
      last_call_ = call;
      began_ns_ = now;
      next_ns_ = next_period(next_ns_, period_.count(), now);
    }
  }
  reschedule();  // a clock that was set back makes it wait longer
  if (call.actual_ns < 0) return std::nullopt;
  return call;
}

std::chrono::nanoseconds TimerState::period() const {
  const std::lock_guard lock(mutex_);
  return period_;
}

std::chrono::nanoseconds TimerState::exchange_period(std::chrono::nanoseconds period) {
  const std::lock_guard lock(mutex_);
  return std::exchange(period_, period);
}

TimerState::Call TimerState::last_call() const {
  const std::lock_guard lock(mutex_);
  return last_call_;
}

void TimerState::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  reschedule();
}

void TimerState::reset() {
  const std::int64_t now = now_ns();
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = false;
    begin_period(now);
  }
  reschedule();
}

bool TimerState::is_cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

std::optional<std::int64_t> TimerState::time_left_ns() const {
  const std::int64_t now = now_ns();
  const std::lock_guard lock(mutex_);
  if (cancelled_) return std::nullopt;
  return next_ns_ - now;
}

std::int64_t TimerState::due_steady_ns() const {
  const rcl_clock_type_t type = clock_->get_clock_type();
  const bool simulated = type == RCL_ROS_TIME && clock_->ros_time_is_active();
  const std::int64_t now = type == RCL_STEADY_TIME ? 0 : now_ns();
  const std::lock_guard lock(mutex_);
  if (cancelled_) return TimerQueue::never_ns;
  if (type == RCL_STEADY_TIME) return next_ns_;
  if (next_ns_ <= now) return 0;
  // Simulated time passes by messages, which reschedule.
  if (simulated) return TimerQueue::never_ns;
  return add_saturated(base::monotonic_ns(), next_ns_ - now);
}

/// The last change of the timer counts, although the clock is read without the mutex: a thread that
/// finds that another change came meanwhile does it again.
void TimerState::reschedule() {
  // [change/schedule] the thread that has changed it
  std::uint64_t version = changes_.fetch_add(1, std::memory_order_acq_rel) + 1;
  for (;;) {
    std::shared_ptr<Dispatcher> dispatcher;
    const Executable* timer = nullptr;
    std::weak_ptr<void> self;
    {
      const std::lock_guard lock(mutex_);
      dispatcher = dispatcher_.lock();
      timer = timer_;
      self = self_;
    }
    if (!dispatcher) return;
    if (dispatcher->timers().schedule(*timer, std::move(self), due_steady_ns())) {
      dispatcher->reconsider();
    }
    // [change/schedule] the thread that has scheduled it
    const std::uint64_t now = changes_.load(std::memory_order_acquire);
    if (now == version) return;
    version = now;
  }
}

void TimerState::begin_period(std::int64_t now_ns) {
  began_ns_ = now_ns;
  next_ns_ = add_saturated(now_ns, period_.count());
}

void TimerState::begin_again_if_set_back(std::int64_t now_ns) {
  if (now_ns < began_ns_) begin_period(now_ns);
}

void TimerState::before_jump() {
  const std::int64_t now = now_ns();
  const std::lock_guard lock(mutex_);
  // 0: simulated time is not known yet.
  left_before_jump_ns_ = now <= 0 ? period_.count() : next_ns_ - now;
}

/// As rcl's timers do: another source of time keeps what was left of the period, and a time that is
/// set back to before the period began begins a new one. A simulated time of 0 is not known yet;
/// the first that is comes as a jump of its own.
void TimerState::after_jump(const rcl_time_jump_t& jump) {
  const std::int64_t now = now_ns();
  {
    const std::lock_guard lock(mutex_);
    if (jump.clock_change == RCL_ROS_TIME_NO_CHANGE) {
      begin_again_if_set_back(now);
    } else if (now != 0) {
      begin_period(now);
      next_ns_ = std::min(next_ns_, add_saturated(now, left_before_jump_ns_));
    }
  }
  reschedule();
}

void TimerState::attach(const std::shared_ptr<Dispatcher>& dispatcher, const Executable& timer,
                        const std::weak_ptr<void>& self) {
  std::shared_ptr<void> watch;
  if (dispatcher && clock_->get_clock_type() == RCL_ROS_TIME) {
    const auto weak = weak_from_this();
    watch = on_clock_changed(
        *clock_,
        [weak] {
          if (const auto state = weak.lock()) state->before_jump();
        },
        [weak](const rcl_time_jump_t& jump) {
          if (const auto state = weak.lock()) state->after_jump(jump);
        });
  }
  const std::int64_t now = now_ns();
  std::shared_ptr<Dispatcher> former;
  {
    const std::lock_guard lock(mutex_);
    former = dispatcher_.lock();
    dispatcher_ = dispatcher;
    timer_ = &timer;
    self_ = self;
    if (watch && now != 0) begin_again_if_set_back(now);  // before the watch began
    clock_watch_.swap(watch);
  }
  watch.reset();  // may wait for a callback that needs the mutex
  if (former) former->timers().remove(timer);
  reschedule();
}

}  // namespace baton::client
