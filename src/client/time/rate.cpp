// SPDX-License-Identifier: Apache-2.0
#include <baton/rate.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "client/time/checked_arithmetic.hpp"

namespace baton::client {

Pace::Pace(std::int64_t period_ns, std::int64_t now_ns) : period_ns_(period_ns), last_ns_(now_ns) {
  if (period_ns <= 0) {
    throw std::invalid_argument("period must be greater than 0");
  }
}

Duration Pace::period_of(double rate_hz) {
  if (!(rate_hz > 0)) {
    throw std::invalid_argument("rate must be greater than 0");
  }
  return Duration::from_seconds(1.0 / rate_hz);
}

std::optional<std::int64_t> Pace::next_ns(std::int64_t now_ns) {
  // Time that ran backwards: the turn is taken to begin now.
  if (now_ns < last_ns_) last_ns_ = now_ns;
  const std::int64_t due_ns = checked_sum(last_ns_, period_ns_);
  last_ns_ = due_ns;
  if (now_ns < due_ns) return due_ns;
  if (now_ns - due_ns > period_ns_) last_ns_ = now_ns;
  return std::nullopt;
}

}  // namespace baton::client

namespace rclcpp {

namespace {

Clock::SharedPtr existing(Clock::SharedPtr clock) {
  if (!clock) throw std::invalid_argument("Rate: there is no clock; give it one or leave it away");
  return clock;
}

}  // namespace

Rate::Rate(double rate_hz, Clock::SharedPtr clock)
    : Rate(client::Pace::period_of(rate_hz), std::move(clock)) {}

Rate::Rate(const Duration& period, Clock::SharedPtr clock)
    : clock_(existing(std::move(clock))),
      pace_(period.nanoseconds(), clock_->now().nanoseconds()) {}

bool Rate::sleep() {
  const auto due_ns = pace_.next_ns(clock_->now().nanoseconds());
  return due_ns && clock_->sleep_until(Time(*due_ns, clock_->get_clock_type()));
}

bool Rate::is_steady() const { return get_type() == RCL_STEADY_TIME; }

rcl_clock_type_t Rate::get_type() const { return clock_->get_clock_type(); }

void Rate::reset() { pace_.reset(clock_->now().nanoseconds()); }

std::chrono::nanoseconds Rate::period() const {
  return std::chrono::nanoseconds(pace_.period_ns());
}

}  // namespace rclcpp
