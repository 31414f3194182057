// SPDX-License-Identifier: Apache-2.0
#include <baton/duration.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "client/time/checked_arithmetic.hpp"
#include "client/time/message_seconds.hpp"

namespace rclcpp {
namespace {

constexpr rcl_duration_value_t longest_ns = std::numeric_limits<rcl_duration_value_t>::max();

}  // namespace

Duration::Duration(std::int32_t seconds, std::uint32_t nanoseconds)
    : nanoseconds_(client::joined_ns(seconds, nanoseconds)) {}

Duration::Duration(const builtin_interfaces::msg::Duration& message)
    : Duration(message.sec, message.nanosec) {}

void Duration::require_64_bits(long double nanoseconds) {
  if (std::isnan(nanoseconds)) {
    throw std::runtime_error("a Duration cannot be made of a length that is not a number");
  }
  if (nanoseconds >= -0x1p63L && nanoseconds < 0x1p63L) return;
  client::throw_beyond_64_bits(nanoseconds > 0,
                               fmt::format("a Duration of {} s (Duration::max() is a long time)",
                                           static_cast<double>(nanoseconds / 1e9L)));
}

Duration Duration::from_seconds(double seconds) {
  // In double and not wider: 0.3 * 1e9 is to be 300000000.
  const double nanoseconds = seconds * 1e9;
  require_64_bits(nanoseconds);
  return from_nanoseconds(static_cast<rcl_duration_value_t>(nanoseconds));
}

Duration Duration::from_nanoseconds(rcl_duration_value_t nanoseconds) {
  return Duration(std::chrono::nanoseconds(nanoseconds));
}

Duration Duration::from_rmw_time(rmw_time_t length) {
  constexpr auto longest = static_cast<std::uint64_t>(longest_ns);
  constexpr std::uint64_t second_ns = client::ns_per_s;
  if (length.sec > longest / second_ns || length.nsec > longest - length.sec * second_ns) {
    return from_nanoseconds(longest_ns);
  }
  return from_nanoseconds(static_cast<std::int64_t>(length.sec * second_ns + length.nsec));
}

Duration Duration::max() {
  return {std::numeric_limits<std::int32_t>::max(), client::ns_per_s - 1};
}

Duration::operator builtin_interfaces::msg::Duration() const {
  return client::split_seconds<builtin_interfaces::msg::Duration>(nanoseconds_);
}

Duration& Duration::operator=(const builtin_interfaces::msg::Duration& message) {
  return *this = Duration(message);
}

bool Duration::operator==(const builtin_interfaces::msg::Duration& message) const {
  return *this == Duration(message);
}

Duration Duration::operator+(const Duration& other) const {
  return from_nanoseconds(client::checked_sum(nanoseconds_, other.nanoseconds_));
}

Duration Duration::operator-(const Duration& other) const {
  return from_nanoseconds(client::checked_difference(nanoseconds_, other.nanoseconds_, "duration"));
}

Duration Duration::operator*(double scale) const {
  if (!std::isfinite(scale)) {
    throw std::runtime_error("abnormal scale in rclcpp::Duration");
  }
  const long double product = static_cast<long double>(nanoseconds_) * scale;
  require_64_bits(product);
  return from_nanoseconds(static_cast<rcl_duration_value_t>(product));
}

Duration& Duration::operator+=(const Duration& other) { return *this = *this + other; }

Duration& Duration::operator-=(const Duration& other) { return *this = *this - other; }

Duration& Duration::operator*=(double scale) { return *this = *this * scale; }

double Duration::seconds() const { return to_chrono<std::chrono::duration<double>>().count(); }

rmw_time_t Duration::to_rmw_time() const {
  if (nanoseconds_ < 0) {
    throw std::runtime_error(
        fmt::format("rmw_time_t has no sign: a Duration of {} ns cannot become one", nanoseconds_));
  }
  const auto nanoseconds = static_cast<std::uint64_t>(nanoseconds_);
  return {nanoseconds / client::ns_per_s, nanoseconds % client::ns_per_s};
}

}  // namespace rclcpp
