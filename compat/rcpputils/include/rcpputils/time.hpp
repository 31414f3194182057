// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <limits>
#include <stdexcept>

namespace rcpputils {

/// Throws std::invalid_argument for a time outside of 64 bits of nanoseconds.
template <class Rep, class Period>
std::chrono::nanoseconds convert_to_nanoseconds(const std::chrono::duration<Rep, Period>& time) {
  const auto wide_ns = std::chrono::duration<long double, std::nano>(time).count();
  using Limits = std::numeric_limits<std::int64_t>;
  if (wide_ns > static_cast<long double>(Limits::max())) {
    throw std::invalid_argument("time must be less than std::chrono::nanoseconds::max()");
  }
  if (wide_ns < static_cast<long double>(Limits::min())) {
    throw std::invalid_argument("time must be bigger than std::chrono::nanoseconds::min()");
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time);
}

}  // namespace rcpputils
