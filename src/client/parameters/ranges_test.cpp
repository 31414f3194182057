// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/ranges.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace baton::client {
namespace {

using Descriptor = rcl_interfaces::msg::ParameterDescriptor;

Descriptor integers(std::int64_t from, std::int64_t to, std::uint64_t step) {
  Descriptor descriptor;
  descriptor.name = "speed";
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].set__from_value(from).set__to_value(to).set__step(step);
  return descriptor;
}

Descriptor doubles(double from, double to, double step) {
  Descriptor descriptor;
  descriptor.name = "speed";
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].set__from_value(from).set__to_value(to).set__step(step);
  return descriptor;
}

bool accepts(const Descriptor& descriptor, std::int64_t value) {
  return check_ranges(descriptor, ParameterValue(value)).successful;
}
bool accepts(const Descriptor& descriptor, double value) {
  return check_ranges(descriptor, ParameterValue(value)).successful;
}

TEST(ParameterRanges, IntegersLieBetweenTheEndsOnAStep) {
  const Descriptor descriptor = integers(10, 21, 3);
  for (const std::int64_t good : {10, 13, 16, 19, 21}) {
    EXPECT_TRUE(accepts(descriptor, good)) << good;
  }
  for (const std::int64_t bad : {9, 11, 20, 22, -13}) {
    EXPECT_FALSE(accepts(descriptor, bad)) << bad;
  }
}

TEST(ParameterRanges, StepZeroIsNoStep) {
  EXPECT_TRUE(accepts(integers(1, 9, 0), std::int64_t{4}));
  EXPECT_FALSE(accepts(integers(1, 9, 0), std::int64_t{10}));
  EXPECT_TRUE(accepts(doubles(1, 9, 0), 4.123));
  EXPECT_FALSE(accepts(doubles(1, 9, 0), 9.001));
}

TEST(ParameterRanges, TheWholeRangeOfIntegersIsNoOverflow) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const Descriptor descriptor = integers(least, most, 2);
  EXPECT_TRUE(accepts(descriptor, std::int64_t{0}));
  EXPECT_FALSE(accepts(descriptor, std::int64_t{1}));
  EXPECT_TRUE(accepts(descriptor, most));
}

TEST(ParameterRanges, DoublesLieBetweenTheEndsOnAStep) {
  const Descriptor descriptor = doubles(0.1, 1.05, 0.1);
  for (const double good : {0.1, 0.1 + 0.1 + 0.1, 0.7, 1.0, 1.05}) {
    EXPECT_TRUE(accepts(descriptor, good)) << good;
  }
  for (const double bad : {0.0, 0.15, 0.7001, 1.04, 1.1}) {
    EXPECT_FALSE(accepts(descriptor, bad)) << bad;
  }
}

TEST(ParameterRanges, EndsAndStepsForgiveRounding) {
  const double rounding = std::numeric_limits<double>::epsilon();
  EXPECT_TRUE(accepts(doubles(1, 2, 0), 2.0 * (1 + 4 * rounding)));
  EXPECT_FALSE(accepts(doubles(1, 2, 0), 2.0 * (1 + 1000 * rounding)));
}

TEST(ParameterRanges, WhatIsNotFiniteLiesInNoFiniteRange) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const double step : {0.0, 0.5}) {
    for (const double bad : {infinite, -infinite, not_a_number}) {
      EXPECT_FALSE(accepts(doubles(0, 10, step), bad)) << bad;
    }
  }
  EXPECT_TRUE(accepts(doubles(0, infinite, 0), infinite));
  EXPECT_TRUE(accepts(doubles(0, infinite, 0), 1e300));
  EXPECT_FALSE(accepts(doubles(0, infinite, 0), not_a_number));
}

TEST(ParameterRanges, OtherTypesAndNoRangeAreAccepted) {
  EXPECT_TRUE(check_ranges(Descriptor(), ParameterValue(7)).successful);
  EXPECT_TRUE(check_ranges(integers(1, 2, 0), ParameterValue(7.0)).successful);
  EXPECT_TRUE(check_ranges(doubles(1, 2, 0), ParameterValue(7)).successful);
  EXPECT_TRUE(check_ranges(integers(1, 2, 0), ParameterValue("7")).successful);
  EXPECT_TRUE(check_ranges(integers(1, 2, 0), ParameterValue()).successful);
}

TEST(ParameterRanges, ARefusalNamesTheParameterItsValueAndTheRange) {
  EXPECT_EQ(std::string(check_ranges(integers(0, 10, 2), ParameterValue(12)).reason),
            "Parameter {speed} doesn't comply with integer range. 12 is not in 0 to 10 in steps of "
            "2");
  EXPECT_EQ(std::string(check_ranges(doubles(0, 0.5, 0), ParameterValue(1.5)).reason),
            "Parameter {speed} doesn't comply with floating point range. 1.5 is not in 0 to 0.5");
  EXPECT_TRUE(std::string(check_ranges(integers(0, 10, 2), ParameterValue(2)).reason).empty());
}

}  // namespace
}  // namespace baton::client
