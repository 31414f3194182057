// SPDX-License-Identifier: Apache-2.0
#include <baton/time.hpp>

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <stdexcept>

#include "client/time/checked_arithmetic.hpp"
#include "client/time/clock_type_name.hpp"
#include "client/time/message_seconds.hpp"

namespace rclcpp {
namespace {

void require_same_clock(const Time& left, const Time& right, const char* verb) {
  if (left.get_clock_type() == right.get_clock_type()) return;
  throw std::runtime_error(fmt::format(
      "can't {} times with different time sources ({} and {}): make both with the same clock type, "
      "for a message Time(message, clock_type)",
      verb, client::clock_type_name(left.get_clock_type()),
      client::clock_type_name(right.get_clock_type())));
}

}  // namespace

Time::Time(std::int32_t seconds, std::uint32_t nanoseconds, rcl_clock_type_t clock_type)
    : Time(client::joined_ns(seconds, nanoseconds), clock_type) {
  if (seconds < 0) {
    throw std::runtime_error(
        fmt::format("cannot store a negative time point ({} s) in a Time", seconds));
  }
}

Time::Time(const builtin_interfaces::msg::Time& message, rcl_clock_type_t clock_type)
    : Time(message.sec, message.nanosec, clock_type) {}

Time Time::max(rcl_clock_type_t clock_type) {
  return {std::numeric_limits<std::int32_t>::max(), client::ns_per_s - 1, clock_type};
}

Time::operator builtin_interfaces::msg::Time() const {
  return convert_rcl_time_to_sec_nanos(nanoseconds_);
}

Time& Time::operator=(const builtin_interfaces::msg::Time& message) {
  return *this = Time(message);
}

int Time::compare(const Time& other) const {
  require_same_clock(*this, other, "compare");
  return int{nanoseconds_ > other.nanoseconds_} - int{nanoseconds_ < other.nanoseconds_};
}

bool Time::operator==(const builtin_interfaces::msg::Time& message) const {
  return *this == Time(message);
}

Time Time::operator+(const Duration& duration) const {
  return Time(client::checked_sum(nanoseconds_, duration.nanoseconds()), clock_type_);
}

Time Time::operator-(const Duration& duration) const {
  return Time(client::checked_difference(nanoseconds_, duration.nanoseconds(), "time"),
              clock_type_);
}

Duration Time::operator-(const Time& other) const {
  require_same_clock(*this, other, "subtract");
  return Duration::from_nanoseconds(
      client::checked_difference(nanoseconds_, other.nanoseconds_, "time"));
}

Time& Time::operator+=(const Duration& duration) { return *this = *this + duration; }

Time& Time::operator-=(const Duration& duration) { return *this = *this - duration; }

double Time::seconds() const {
  return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_)).count();
}

namespace {

/// Throws for a time beyond a message's 32 bits of seconds.
builtin_interfaces::msg::Time as_message(const Time& time) {
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  if (time.nanoseconds() > Time::max().nanoseconds()) {
    throw std::overflow_error("addition leads to int32_t overflow of a message's seconds");
  }
  if (time.nanoseconds() / ns_per_s < std::numeric_limits<std::int32_t>::min()) {
    throw std::underflow_error("addition leads to int32_t underflow of a message's seconds");
  }
  return time;
}

}  // namespace

builtin_interfaces::msg::Time operator+(const builtin_interfaces::msg::Time& time,
                                        const Duration& duration) {
  return as_message(Time(time) + duration);
}

builtin_interfaces::msg::Time operator-(const builtin_interfaces::msg::Time& time,
                                        const Duration& duration) {
  return as_message(Time(time) - duration);
}

Time operator+(const Duration& duration, const Time& time) { return time + duration; }

builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
    const rcl_time_point_value_t& time_point) {
  return client::split_seconds<builtin_interfaces::msg::Time>(time_point);
}

}  // namespace rclcpp
