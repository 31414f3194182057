// SPDX-License-Identifier: Apache-2.0
// Sums of nanoseconds that do not wrap: they throw, or stay at the end of time.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace baton::client {

[[noreturn]] inline void throw_beyond_64_bits(bool above, const std::string& what) {
  const std::string text = what + " is beyond 64 bits of nanoseconds, about 292 years";
  if (above) throw std::overflow_error(text);
  throw std::underflow_error(text);
}

inline std::int64_t checked_sum(std::int64_t left_ns, std::int64_t right_ns) {
  std::int64_t sum_ns = 0;
  if (__builtin_add_overflow(left_ns, right_ns, &sum_ns)) {
    throw_beyond_64_bits(right_ns > 0, fmt::format("{} ns + {} ns", left_ns, right_ns));
  }
  return sum_ns;
}

inline std::int64_t checked_difference(std::int64_t left_ns, std::int64_t right_ns) {
  std::int64_t difference_ns = 0;
  if (__builtin_sub_overflow(left_ns, right_ns, &difference_ns)) {
    throw_beyond_64_bits(right_ns < 0, fmt::format("{} ns - ({} ns)", left_ns, right_ns));
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
