// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/ranges.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace baton::client {

namespace {

using Result = rcl_interfaces::msg::SetParametersResult;

bool is_in(std::int64_t value, const rcl_interfaces::msg::IntegerRange& range) {
  if (value == range.from_value || value == range.to_value) return true;
  if (value < range.from_value || value > range.to_value) return false;
  // Unsigned, because the distance of two 64-bit numbers needs all 64 bits.
  const auto distance =
      static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.from_value);
  return range.step == 0 || distance % range.step == 0;
}

bool about_equal(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
  constexpr double units_in_the_last_place = 100.0;
  return std::abs(a - b) <=
         std::numeric_limits<double>::epsilon() * std::abs(a + b) * units_in_the_last_place;
}

bool is_in(double value, const rcl_interfaces::msg::FloatingPointRange& range) {
  if (about_equal(value, range.from_value) || about_equal(value, range.to_value)) return true;
  // Written with `!` because comparisons with NaN are false: a NaN must be outside.
  if (!(value > range.from_value && value < range.to_value)) return false;
  if (range.step == 0.0) return true;
  const double steps = std::round((value - range.from_value) / range.step);
  return about_equal(value, range.from_value + steps * range.step);
}

template <class Value, class Range>
Result check(const std::string& name, const char* kind, Value value, const Range& range) {
  Result result;
  result.successful = is_in(value, range);
  if (!result.successful) {
    // The first sentence is worded as in rclcpp, because users search for it.
    std::string reason =
        fmt::format("Parameter {{{}}} doesn't comply with {} range. {} is not in {} to {}", name,
                    kind, value, range.from_value, range.to_value);
    if (range.step != 0) reason += fmt::format(" in steps of {}", range.step);
    result.reason = reason;
  }
  return result;
}

}  // namespace

Result check_ranges(const rcl_interfaces::msg::ParameterDescriptor& descriptor,
                    const ParameterValue& value) {
  const std::string name(descriptor.name);
  if (value.get_type() == PARAMETER_INTEGER && !descriptor.integer_range.empty()) {
    return check(name, "integer", value.get<PARAMETER_INTEGER>(), descriptor.integer_range[0]);
  }
  if (value.get_type() == PARAMETER_DOUBLE && !descriptor.floating_point_range.empty()) {
    return check(name, "floating point", value.get<PARAMETER_DOUBLE>(),
                 descriptor.floating_point_range[0]);
  }
  Result result;
  result.successful = true;
  return result;
}

}  // namespace baton::client
