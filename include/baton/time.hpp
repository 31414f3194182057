// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#if __cplusplus >= 202002L
#include <compare>
#endif

#include <baton/ros_c/rcl_time.h>
#include <baton/duration.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>
#include <builtin_interfaces/msg/time.hpp>

namespace rclcpp {

/// A point in time in nanoseconds together with the kind of its clock, as in rclcpp. A value type.
///
/// Times of different kinds cannot be compared or subtracted: std::runtime_error. A result outside
/// of 64 bits throws std::overflow_error or std::underflow_error. Converts from and to
/// builtin_interfaces::msg::Time, which has no kind of clock and is taken for RCL_ROS_TIME.
// A variable that is only set gives no warning, as with rclcpp's class, which is not trivial.
class BATON_PUBLIC __attribute__((unused)) Time {
 public:
  /// Throws std::runtime_error for negative seconds.
  Time(std::int32_t seconds, std::uint32_t nanoseconds,
       rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  explicit Time(std::int64_t nanoseconds = 0, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME)
      : nanoseconds_(nanoseconds), clock_type_(clock_type) {}
  /// Throws std::runtime_error for negative seconds.
  Time(const builtin_interfaces::msg::Time& message,  // NOLINT(google-explicit-constructor)
       rcl_clock_type_t clock_type = RCL_ROS_TIME);
  explicit Time(const rcl_time_point_t& point)
      : nanoseconds_(point.nanoseconds), clock_type_(point.clock_type) {}

  /// The latest that a message holds: 2147483647.999999999 s.
  static Time max(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);

  /// Converts as convert_rcl_time_to_sec_nanos() does.
  operator builtin_interfaces::msg::Time() const;  // NOLINT(google-explicit-constructor)
  /// The kind of clock becomes RCL_ROS_TIME.
  Time& operator=(const builtin_interfaces::msg::Time& message);

  bool operator==(const Time& other) const { return compare(other) == 0; }
  bool operator!=(const Time& other) const { return compare(other) != 0; }
  bool operator<(const Time& other) const { return compare(other) < 0; }
  bool operator>(const Time& other) const { return compare(other) > 0; }
  bool operator<=(const Time& other) const { return compare(other) <= 0; }
  bool operator>=(const Time& other) const { return compare(other) >= 0; }
#ifdef __cpp_lib_three_way_comparison
  std::strong_ordering operator<=>(const Time& other) const { return compare(other) <=> 0; }
#endif
  // Message and Time convert into each other: without this one == would be ambiguous.
  bool operator==(const builtin_interfaces::msg::Time& message) const;
  bool operator!=(const builtin_interfaces::msg::Time& message) const {
    return !(*this == message);
  }
  // C++20 reverses == of itself only where there is no !=, and C++17 never does.
  friend bool operator==(const builtin_interfaces::msg::Time& message, const Time& time) {
    return time == message;
  }
  friend bool operator!=(const builtin_interfaces::msg::Time& message, const Time& time) {
    return !(time == message);
  }

  Time operator+(const Duration& duration) const;
  Time operator-(const Duration& duration) const;
  Duration operator-(const Time& other) const;
  Time& operator+=(const Duration& duration);
  Time& operator-=(const Duration& duration);

  rcl_time_point_value_t nanoseconds() const { return nanoseconds_; }
  /// A double holds today to about 200 ns; nanoseconds() is exact.
  double seconds() const;
  rcl_clock_type_t get_clock_type() const { return clock_type_; }

 private:
  /// Negative, zero or positive: this is before, at or after the other one.
  int compare(const Time& other) const;

  rcl_time_point_value_t nanoseconds_;
  rcl_clock_type_t clock_type_;
};

BATON_PUBLIC Time operator+(const Duration& duration, const Time& time);

/// A time of ROS as a message, later or earlier. Throws as Time does; the result holds 32 bits of
/// seconds, like all messages: beyond these std::overflow_error or std::underflow_error.
BATON_PUBLIC builtin_interfaces::msg::Time operator+(const builtin_interfaces::msg::Time& time,
                                                     const Duration& duration);
BATON_PUBLIC builtin_interfaces::msg::Time operator-(const builtin_interfaces::msg::Time& time,
                                                     const Duration& duration);

/// A message holds 32 bits of seconds. A time beyond that becomes the latest or earliest one that
/// the message holds.
BATON_PUBLIC builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
    const rcl_time_point_value_t& time_point);

}  // namespace rclcpp
