// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>
#include <type_traits>
#if __cplusplus >= 202002L
#include <compare>
#endif

#include <baton/ros_c/rcl_time.h>
#include <baton/ros_c/rmw_qos_profile.h>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>
#include <builtin_interfaces/msg/duration.hpp>

namespace rclcpp {

/// A length of time in nanoseconds, 64 bits with a sign, as in rclcpp. A value type.
///
/// What leaves 64 bits throws std::overflow_error or std::underflow_error. Converts from and to
/// chrono and builtin_interfaces::msg::Duration.
// A variable that is only set gives no warning, as with rclcpp's class, which is not trivial.
class BATON_PUBLIC __attribute__((unused)) Duration {
 public:
  /// The sum of both. A negative length has negative seconds, and nanoseconds that count upwards.
  Duration(std::int32_t seconds, std::uint32_t nanoseconds);
  explicit Duration(std::chrono::nanoseconds nanoseconds) : nanoseconds_(nanoseconds.count()) {}
  /// Takes any length of chrono. Fractions of a nanosecond are cut off.
  template <class Rep, class Period>
  Duration(
      const std::chrono::duration<Rep, Period>& length) {  // NOLINT(google-explicit-constructor)
    using Wide = std::conditional_t<std::is_floating_point_v<Rep>, Rep, long double>;
    require_64_bits(std::chrono::duration<Wide, std::nano>(length).count());
    nanoseconds_ = std::chrono::duration_cast<std::chrono::nanoseconds>(length).count();
  }
  Duration(
      const builtin_interfaces::msg::Duration& message);  // NOLINT(google-explicit-constructor)
  explicit Duration(const rcl_duration_t& length) : nanoseconds_(length.nanoseconds) {}

  /// Fractions of a nanosecond are cut off. Throws std::runtime_error for NaN.
  static Duration from_seconds(double seconds);
  static Duration from_nanoseconds(rcl_duration_value_t nanoseconds);
  /// What does not fit becomes the largest Duration, so that ROS's "infinite" stays long.
  static Duration from_rmw_time(rmw_time_t length);
  /// The largest that a message holds: 2147483647.999999999 s.
  static Duration max();

  /// A message holds 32 bits of seconds; what is longer becomes the longest that it holds.
  operator builtin_interfaces::msg::Duration() const;  // NOLINT(google-explicit-constructor)
  Duration& operator=(const builtin_interfaces::msg::Duration& message);

  bool operator==(const Duration& other) const { return nanoseconds_ == other.nanoseconds_; }
  bool operator!=(const Duration& other) const { return nanoseconds_ != other.nanoseconds_; }
  bool operator<(const Duration& other) const { return nanoseconds_ < other.nanoseconds_; }
  bool operator>(const Duration& other) const { return nanoseconds_ > other.nanoseconds_; }
  bool operator<=(const Duration& other) const { return nanoseconds_ <= other.nanoseconds_; }
  bool operator>=(const Duration& other) const { return nanoseconds_ >= other.nanoseconds_; }
#ifdef __cpp_lib_three_way_comparison
  std::strong_ordering operator<=>(const Duration& other) const {
    return nanoseconds_ <=> other.nanoseconds_;
  }
#endif
  // Message and Duration convert into each other: without this one == would be ambiguous.
  bool operator==(const builtin_interfaces::msg::Duration& message) const;
  bool operator!=(const builtin_interfaces::msg::Duration& message) const {
    return !(*this == message);
  }
  // C++20 reverses == of itself only where there is no !=, and C++17 never does.
  friend bool operator==(const builtin_interfaces::msg::Duration& message,
                         const Duration& duration) {
    return duration == message;
  }
  friend bool operator!=(const builtin_interfaces::msg::Duration& message,
                         const Duration& duration) {
    return !(duration == message);
  }

  Duration operator+(const Duration& other) const;
  Duration operator-(const Duration& other) const;
  /// Throws std::runtime_error unless `scale` is finite.
  Duration operator*(double scale) const;
  Duration& operator+=(const Duration& other);
  Duration& operator-=(const Duration& other);
  Duration& operator*=(double scale);

  rcl_duration_value_t nanoseconds() const { return nanoseconds_; }
  /// Loses digits from 104 days on; nanoseconds() does not.
  double seconds() const;
  template <class ChronoDuration>
  ChronoDuration to_chrono() const {
    return std::chrono::duration_cast<ChronoDuration>(std::chrono::nanoseconds(nanoseconds_));
  }
  /// Throws std::runtime_error for a negative Duration.
  rmw_time_t to_rmw_time() const;

 private:
  Duration() = default;
  static void require_64_bits(long double nanoseconds);

  rcl_duration_value_t nanoseconds_ = 0;
};

}  // namespace rclcpp
