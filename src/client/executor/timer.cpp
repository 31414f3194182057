// SPDX-License-Identifier: Apache-2.0
#include <baton/timer.hpp>

#include <stdexcept>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/executor/dispatcher.hpp"
#include "client/executor/timer_state.hpp"

namespace rclcpp {

TimerBase::TimerBase(Clock::SharedPtr clock, std::chrono::nanoseconds period, Context::SharedPtr,
                     bool autostart)
    : state_([&] {
        if (!clock) throw std::invalid_argument("a timer needs a clock");
        if (period.count() < 0) {
          throw exceptions::RCLInvalidArgument("timer period must be non-negative");
        };
        return std::make_shared<client::TimerState>(std::move(clock), period, autostart);
      }()) {}

TimerBase::~TimerBase() { state_->attach(nullptr, *this, {}); }

void TimerBase::cancel() { state_->cancel(); }

bool TimerBase::is_canceled() { return state_->is_cancelled(); }

void TimerBase::reset() {
  state_->reset();
  const std::lock_guard lock(reset_mutex_);
  ++untold_resets_;
  if (!on_reset_) return;
  const auto callback = on_reset_;  // a copy: it may set another one
  callback(std::exchange(untold_resets_, 0));
}

void TimerBase::set_on_reset_callback(std::function<void(std::size_t)> callback) {
  if (!callback) {
    throw std::invalid_argument(
        "The callback passed to set_on_reset_callback is not callable: to have none, clear it");
  }
  const std::lock_guard lock(reset_mutex_);
  on_reset_ = callback;
  if (untold_resets_ > 0) callback(std::exchange(untold_resets_, 0));
}

void TimerBase::clear_on_reset_callback() {
  const std::lock_guard lock(reset_mutex_);
  on_reset_ = nullptr;
}

bool TimerBase::is_ready() {
  const auto left_ns = state_->time_left_ns();
  return left_ns && *left_ns <= 0;
}

bool TimerBase::is_steady() const { return state_->clock()->get_clock_type() == RCL_STEADY_TIME; }

Clock::SharedPtr TimerBase::get_clock() const { return state_->clock(); }

std::chrono::nanoseconds TimerBase::time_until_trigger() {
  const auto left_ns = state_->time_left_ns();
  return left_ns ? std::chrono::nanoseconds(*left_ns) : std::chrono::nanoseconds::max();
}

std::chrono::nanoseconds TimerBase::get_period() const { return state_->period(); }

std::shared_ptr<const rcl_timer_t> TimerBase::get_timer_handle() {
  return std::make_shared<rcl_timer_t>(rcl_timer_t{state_});
}

std::shared_ptr<void> TimerBase::call() {
  const auto call = state_->take();
  if (!call) return nullptr;
  const rcl_clock_type_t type = state_->clock()->get_clock_type();
  return std::make_shared<TimerInfo>(
      TimerInfo{Time(call->expected_ns, type), Time(call->actual_ns, type)});
}

void TimerBase::execute_callback(const std::shared_ptr<void>& data) {
  if (data) return run(*std::static_pointer_cast<TimerInfo>(data));
  const auto call = state_->last_call();
  const rcl_clock_type_t type = state_->clock()->get_clock_type();
  run({Time(call.expected_ns, type), Time(call.actual_ns, type)});
}

bool TimerBase::execute_next(Taken taken, void* context) {
  const auto call = state_->take();
  if (!call) return false;
  if (taken != nullptr) taken(context);
  const rcl_clock_type_t type = state_->clock()->get_clock_type();
  run({Time(call->expected_ns, type), Time(call->actual_ns, type)});
  return true;
}

void TimerBase::attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
                       const std::weak_ptr<void>& self) {
  state_->attach(dispatcher, *this, self);
}

}  // namespace rclcpp
