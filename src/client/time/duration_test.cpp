// SPDX-License-Identifier: Apache-2.0
#include <baton/duration.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace baton {
namespace {

using namespace std::chrono_literals;
using Message = builtin_interfaces::msg::Duration;

constexpr std::int64_t largest_ns = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest_ns = std::numeric_limits<std::int64_t>::min();
constexpr std::int32_t largest_s = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t smallest_s = std::numeric_limits<std::int32_t>::min();

Duration ns(std::int64_t nanoseconds) { return Duration::from_nanoseconds(nanoseconds); }

Message message_of(std::int32_t sec, std::uint32_t nanosec) {
  Message message;
  message.sec = sec;
  message.nanosec = nanosec;
  return message;
}

TEST(Duration, IsTheSumOfSecondsAndNanoseconds) {
  EXPECT_EQ(Duration(1, 5).nanoseconds(), 1'000'000'005);
  EXPECT_EQ(Duration(-1, 5).nanoseconds(), -999'999'995);
  EXPECT_EQ(Duration(0, 4'000'000'000u).nanoseconds(), 4'000'000'000);
  EXPECT_EQ(Duration(smallest_s, 0).nanoseconds(), -2'147'483'648'000'000'000);
}

TEST(Duration, IsMadeOfAnyLengthOfChronoWithoutSayingSo) {
  const Duration from_minutes = 2min;
  const Duration from_nanoseconds = 7ns;
  const Duration from_fraction = std::chrono::duration<double>(0.25);
  EXPECT_EQ(from_minutes.nanoseconds(), 120'000'000'000);
  EXPECT_EQ(from_nanoseconds.nanoseconds(), 7);
  EXPECT_EQ(from_fraction.nanoseconds(), 250'000'000);
  EXPECT_EQ(Duration(-3ms).nanoseconds(), -3'000'000);
}

TEST(Duration, RefusesLengthsOfChronoThatDoNotFit) {
  EXPECT_THROW(Duration(std::chrono::seconds::max()), std::overflow_error);
  EXPECT_THROW(Duration(std::chrono::hours::min()), std::underflow_error);
  EXPECT_THROW(Duration(std::chrono::duration<double>(1e10)), std::overflow_error);
  EXPECT_EQ(Duration(std::chrono::nanoseconds::max()).nanoseconds(), largest_ns);
}

TEST(Duration, IsNotMadeOfABareNumber) {
  EXPECT_FALSE((std::is_constructible_v<Duration, int>));
  EXPECT_FALSE((std::is_convertible_v<double, Duration>));
  EXPECT_FALSE((std::is_default_constructible_v<Duration>));
}

TEST(Duration, TakesAndGivesTheStructsOfRcl) {
  const rcl_duration_t length{RCL_MS_TO_NS(5)};
  EXPECT_EQ(Duration(length).nanoseconds(), 5'000'000);
  EXPECT_EQ(RCL_NS_TO_S(RCL_S_TO_NS(3) + 9), 3);
  EXPECT_EQ(RCL_NS_TO_MS(RCL_US_TO_NS(2500)), 2);
  EXPECT_EQ(RCUTILS_NS_TO_US(RCUTILS_MS_TO_NS(1)), 1000);
}

TEST(Duration, ComesFromSecondsAsADouble) {
  EXPECT_EQ(Duration::from_seconds(1.5).nanoseconds(), 1'500'000'000);
  EXPECT_EQ(Duration::from_seconds(-0.001).nanoseconds(), -1'000'000);
  EXPECT_EQ(Duration::from_seconds(0.3).nanoseconds(), 300'000'000);
}

TEST(Duration, RefusesSecondsThatAreNoLength) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Duration::from_seconds(9.3e9), std::overflow_error);
  EXPECT_THROW(Duration::from_seconds(infinity), std::overflow_error);
  EXPECT_THROW(Duration::from_seconds(-infinity), std::underflow_error);
  EXPECT_THROW(Duration::from_seconds(std::numeric_limits<double>::quiet_NaN()),
               std::runtime_error);
}

TEST(Duration, ConvertsFromAndToItsMessageWithoutSayingSo) {
  const Duration from = message_of(3, 9);
  EXPECT_EQ(from.nanoseconds(), 3'000'000'009);
  Message to = from;
  EXPECT_EQ(to, message_of(3, 9));
  to = Duration(4, 1);
  EXPECT_EQ(to, message_of(4, 1));
  Duration assigned = 0s;
  assigned = message_of(-2, 500'000'000);
  EXPECT_EQ(assigned.nanoseconds(), -1'500'000'000);
}

TEST(Duration, NegativeOnesHaveNanosecondsThatCountUpwardsInAMessage) {
  EXPECT_EQ(Message(ns(-1)), message_of(-1, 999'999'999));
  EXPECT_EQ(Message(ns(-1'500'000'000)), message_of(-2, 500'000'000));
  EXPECT_EQ(Message(ns(-2'000'000'000)), message_of(-2, 0));
}

TEST(Duration, SaturatesInAMessage) {
  EXPECT_EQ(Message(ns(largest_ns)), message_of(largest_s, 999'999'999));
  EXPECT_EQ(Message(ns(smallest_ns)), message_of(smallest_s, 0));
  EXPECT_EQ(Message(Duration(smallest_s, 1)), message_of(smallest_s, 1));
}

TEST(Duration, MaxIsWhatAMessageHolds) {
  EXPECT_EQ(Duration::max(), Duration(largest_s, 999'999'999));
  EXPECT_EQ(Duration(Message(Duration::max())), Duration::max());
}

TEST(Duration, Compares) {
  EXPECT_TRUE(Duration(1s) == Duration(1000ms));
  EXPECT_TRUE(Duration(1s) != Duration(2s));
  EXPECT_TRUE(Duration(1s) < Duration(2s));
  EXPECT_TRUE(Duration(2s) <= Duration(2s));
  EXPECT_TRUE(Duration(2s) > Duration(-2s));
  EXPECT_TRUE(Duration(2s) >= Duration(2s));
  EXPECT_TRUE(Duration(2s) > 1s);
}

TEST(Duration, ComparesWithMessagesOnEitherSide) {
  EXPECT_TRUE(Duration(1s) == message_of(1, 0));
  EXPECT_TRUE(message_of(1, 0) == Duration(1s));
  EXPECT_TRUE(message_of(0, 1'000'000'000) == Duration(1s));
  EXPECT_TRUE(Duration(1s) != message_of(1, 1));
}

TEST(Duration, AddsAndSubtracts) {
  EXPECT_EQ(Duration(1s) + Duration(1ms), Duration(1001ms));
  EXPECT_EQ(Duration(1s) - Duration(2s), Duration(-1s));
  Duration sum = 1s;
  sum += 500ms;
  EXPECT_EQ(sum, Duration(1500ms));
  sum -= Duration(2s);
  EXPECT_EQ(sum, Duration(-500ms));
}

TEST(Duration, SumsBeyond64BitsThrow) {
  EXPECT_THROW(ns(largest_ns) + ns(1), std::overflow_error);
  EXPECT_THROW(ns(smallest_ns) + ns(-1), std::underflow_error);
  EXPECT_THROW(ns(largest_ns) - ns(-1), std::overflow_error);
  EXPECT_THROW(ns(smallest_ns) - ns(1), std::underflow_error);
  EXPECT_THROW(ns(0) - ns(smallest_ns), std::overflow_error);
  EXPECT_EQ(ns(largest_ns) + ns(smallest_ns), ns(-1));
}

TEST(Duration, IsUnchangedWhenASumThrows) {
  Duration length = ns(largest_ns);
  EXPECT_THROW(length += ns(1), std::overflow_error);
  EXPECT_THROW(length *= 2, std::overflow_error);
  EXPECT_EQ(length, ns(largest_ns));
}

TEST(Duration, Scales) {
  EXPECT_EQ(Duration(2s) * 1.5, Duration(3s));
  EXPECT_EQ(Duration(2s) * -1, Duration(-2s));
  EXPECT_EQ(ns(largest_ns) * 1.0, ns(largest_ns));
  Duration length = 10s;
  length *= 0.1;
  EXPECT_EQ(length, Duration(1s));
}

TEST(Duration, ProductsBeyond64BitsThrow) {
  EXPECT_THROW(ns(largest_ns) * 2, std::overflow_error);
  EXPECT_THROW(ns(largest_ns) * -2, std::underflow_error);
  EXPECT_THROW(ns(smallest_ns) * -1, std::overflow_error);
  EXPECT_THROW(Duration(1s) * std::numeric_limits<double>::infinity(), std::runtime_error);
  EXPECT_THROW(Duration(1s) * std::numeric_limits<double>::quiet_NaN(), std::runtime_error);
}

TEST(Duration, GivesSecondsAndLengthsOfChrono) {
  EXPECT_DOUBLE_EQ(Duration(-1500ms).seconds(), -1.5);
  EXPECT_EQ(Duration(1999ms).to_chrono<std::chrono::seconds>(), 1s);
  EXPECT_EQ(Duration(1999ms).to_chrono<std::chrono::microseconds>(), 1'999'000us);
}

TEST(Duration, ConvertsFromAndToRmwTime) {
  const rmw_time_t length = Duration(5, 6).to_rmw_time();
  EXPECT_EQ(length.sec, 5u);
  EXPECT_EQ(length.nsec, 6u);
  EXPECT_EQ(Duration::from_rmw_time({5, 6}), Duration(5, 6));
  EXPECT_EQ(ns(largest_ns).to_rmw_time().sec, 9'223'372'036u);
}

TEST(Duration, TheInfiniteRmwTimeIsTheLongestDuration) {
  EXPECT_EQ(Duration::from_rmw_time({9'223'372'036, 854'775'807}), ns(largest_ns));
  EXPECT_EQ(Duration::from_rmw_time({9'223'372'036, 854'775'808}), ns(largest_ns));
  EXPECT_EQ(Duration::from_rmw_time({UINT64_MAX, UINT64_MAX}), ns(largest_ns));
  EXPECT_EQ(Duration::from_rmw_time({0, UINT64_MAX}), ns(largest_ns));
}

TEST(Duration, ANegativeOneIsNoRmwTime) { EXPECT_THROW(ns(-1).to_rmw_time(), std::runtime_error); }

}  // namespace
}  // namespace baton
