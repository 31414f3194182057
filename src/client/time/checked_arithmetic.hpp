// SPDX-License-Identifier: Apache-2.0
// Sums of nanoseconds that do not wrap: they throw, or stay at the end of time.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace baton::client {

/// In rclcpp's words, which programs compare.
[[noreturn]] inline void throw_beyond_64_bits(bool above, const std::string& what) {
  if (above) throw std::overflow_error(what + " leads to int64_t overflow");
  throw std::underflow_error(what + " leads to int64_t underflow");
}

inline std::int64_t checked_sum(std::int64_t left_ns, std::int64_t right_ns) {
  std::int64_t sum_ns = 0;
  if (__builtin_add_overflow(left_ns, right_ns, &sum_ns)) {
    throw_beyond_64_bits(right_ns > 0, "addition");
  }
  return sum_ns;
}

/// `what` is subtracted from: "time" or "duration".
inline std::int64_t checked_difference(std::int64_t left_ns, std::int64_t right_ns,
                                       const std::string& what) {
  std::int64_t difference_ns = 0;
  if (__builtin_sub_overflow(left_ns, right_ns, &difference_ns)) {
    throw_beyond_64_bits(right_ns < 0, what + " subtraction");
  }
  return difference_ns;
}

/// The sum, or the latest or earliest time if it does not fit: for the ends of waits.
inline std::int64_t saturated_sum(std::int64_t left_ns, std::int64_t right_ns) {
  std::int64_t sum_ns = 0;
  if (!__builtin_add_overflow(left_ns, right_ns, &sum_ns)) return sum_ns;
  return right_ns > 0 ? INT64_MAX : INT64_MIN;
}

}  // namespace baton::client
