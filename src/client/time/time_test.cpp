// SPDX-License-Identifier: Apache-2.0
#include <baton/time.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace baton {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using Message = builtin_interfaces::msg::Time;

constexpr std::int64_t largest_ns = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest_ns = std::numeric_limits<std::int64_t>::min();
constexpr std::int32_t largest_s = std::numeric_limits<std::int32_t>::max();

Message message_of(std::int32_t sec, std::uint32_t nanosec) {
  Message message;
  message.sec = sec;
  message.nanosec = nanosec;
  return message;
}

template <class Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Time, AVariableThatIsOnlySetGivesNoWarning) {
  Time time(1);
  time = Time(2);
  Duration duration(1, 0);
  duration = Duration(2, 0);
}

TEST(Time, IsZeroSystemTimeUnlessToldOtherwise) {
  EXPECT_EQ(Time().nanoseconds(), 0);
  EXPECT_EQ(Time().get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(Time(7).nanoseconds(), 7);
  EXPECT_EQ(Time(-7).nanoseconds(), -7);
  EXPECT_EQ(Time(std::int64_t{7}, RCL_STEADY_TIME).get_clock_type(), RCL_STEADY_TIME);
}

TEST(Time, IsTheSumOfSecondsAndNanoseconds) {
  EXPECT_EQ(Time(1, 5).nanoseconds(), 1'000'000'005);
  EXPECT_EQ(Time(1, 5).get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(Time(1, 5, RCL_ROS_TIME).get_clock_type(), RCL_ROS_TIME);
}

TEST(Time, RefusesNegativeSeconds) {
  EXPECT_THROW(Time(-1, 0), std::runtime_error);
  EXPECT_THROW(Time(message_of(-1, 999'999'999)), std::runtime_error);
  Time time;
  EXPECT_THROW(time = message_of(-1, 0), std::runtime_error);
}

TEST(Time, TakesAPointOfRcl) {
  const rcl_time_point_t point{9, RCL_STEADY_TIME};
  EXPECT_EQ(Time(point), Time(std::int64_t{9}, RCL_STEADY_TIME));
}

TEST(Time, OfAMessageIsRosTimeUnlessToldOtherwise) {
  const Time implicitly = message_of(1, 2);
  EXPECT_EQ(implicitly.nanoseconds(), 1'000'000'002);
  EXPECT_EQ(implicitly.get_clock_type(), RCL_ROS_TIME);
  EXPECT_EQ(Time(message_of(1, 2)).get_clock_type(), RCL_ROS_TIME);
  EXPECT_EQ(Time(message_of(1, 2), RCL_SYSTEM_TIME).get_clock_type(), RCL_SYSTEM_TIME);
  Time assigned(std::int64_t{1}, RCL_STEADY_TIME);
  assigned = message_of(1, 2);
  EXPECT_EQ(assigned, implicitly);
}

TEST(Time, BecomesAMessageWithoutSayingSo) {
  struct Header {
    Message stamp;
  } header;
  header.stamp = Time(8, 9);
  EXPECT_EQ(header.stamp, message_of(8, 9));
  const Message made = Time(1, 2);
  EXPECT_EQ(made, message_of(1, 2));
  EXPECT_EQ(Message{Time(3, 4)}, message_of(3, 4));
}

TEST(Time, IsSplitWithNanosecondsThatCountUpwardsAndSaturates) {
  EXPECT_EQ(convert_rcl_time_to_sec_nanos(-1), message_of(-1, 999'999'999));
  EXPECT_EQ(convert_rcl_time_to_sec_nanos(1'000'000'001), message_of(1, 1));
  EXPECT_EQ(convert_rcl_time_to_sec_nanos(largest_ns), message_of(largest_s, 999'999'999));
  EXPECT_EQ(convert_rcl_time_to_sec_nanos(smallest_ns),
            message_of(std::numeric_limits<std::int32_t>::min(), 0));
}

TEST(Time, MaxIsWhatAMessageHolds) {
  EXPECT_EQ(Time::max(), Time(largest_s, 999'999'999));
  EXPECT_EQ(Time::max(RCL_ROS_TIME), Time(Message(Time::max())));
}

TEST(Time, Compares) {
  EXPECT_TRUE(Time(1, 0) == Time(1, 0));
  EXPECT_TRUE(Time(1, 0) != Time(2, 0));
  EXPECT_TRUE(Time(1, 0) < Time(2, 0));
  EXPECT_TRUE(Time(2, 0) <= Time(2, 0));
  EXPECT_TRUE(Time(2, 0) > Time(1, 0));
  EXPECT_TRUE(Time(2, 0) >= Time(2, 0));
}

TEST(Time, ComparesWithMessagesAsRosTime) {
  const Time time(1, 5, RCL_ROS_TIME);
  EXPECT_TRUE(time == message_of(1, 5));
  EXPECT_TRUE(message_of(1, 5) == time);
  EXPECT_TRUE(time != message_of(1, 6));
  EXPECT_TRUE(time < message_of(1, 6));
  EXPECT_THROW((void)(Time(1, 5) == message_of(1, 5)), std::runtime_error);
}

TEST(Time, OfDifferentClocksIsNotCompared) {
  const Time system(1, 0, RCL_SYSTEM_TIME);
  const Time ros(1, 0, RCL_ROS_TIME);
  EXPECT_THROW((void)(system == ros), std::runtime_error);
  EXPECT_THROW((void)(system != ros), std::runtime_error);
  EXPECT_THROW((void)(system < ros), std::runtime_error);
  EXPECT_THROW((void)(system <= ros), std::runtime_error);
  EXPECT_THROW((void)(system > ros), std::runtime_error);
  EXPECT_THROW((void)(system >= ros), std::runtime_error);
}

TEST(Time, OfDifferentClocksIsNotSubtractedAndTheErrorNamesThem) {
  const Time steady(1, 0, RCL_STEADY_TIME);
  const Time ros(1, 0, RCL_ROS_TIME);
  const std::string text = complaint([&] { (void)(steady - ros); });
  EXPECT_THAT(text, HasSubstr("different time sources"));
  EXPECT_THAT(text, HasSubstr("RCL_STEADY_TIME"));
  EXPECT_THAT(text, HasSubstr("RCL_ROS_TIME"));
}

TEST(Time, AddsAndSubtractsDurationsAndKeepsItsClock) {
  const Time time(10, 0, RCL_ROS_TIME);
  EXPECT_EQ(time + Duration(1, 5), Time(11, 5, RCL_ROS_TIME));
  EXPECT_EQ(Duration(1, 5) + time, Time(11, 5, RCL_ROS_TIME));
  EXPECT_EQ(time + 500ms, Time(10, 500'000'000, RCL_ROS_TIME));
  EXPECT_EQ(time - Duration(1, 0), Time(9, 0, RCL_ROS_TIME));
  Time moving = time;
  moving += 2s;
  EXPECT_EQ(moving, Time(12, 0, RCL_ROS_TIME));
  moving -= 3s;
  EXPECT_EQ(moving, Time(9, 0, RCL_ROS_TIME));
  EXPECT_EQ((time - Duration(11, 0)).nanoseconds(), -1'000'000'000);
}

TEST(Time, TheDifferenceOfTwoIsADuration) {
  EXPECT_EQ(Time(3, 0) - Time(1, 5), Duration(1, 999'999'995));
  EXPECT_EQ(Time(1, 0) - Time(3, 0), Duration(-2s));
}

TEST(Time, SumsBeyond64BitsThrow) {
  const Duration one = 1ns;
  Time latest(largest_ns);
  Time earliest(smallest_ns);
  EXPECT_THROW(latest + one, std::overflow_error);
  EXPECT_THROW(one + latest, std::overflow_error);
  EXPECT_THROW(latest - Duration(-1ns), std::overflow_error);
  EXPECT_THROW(earliest - one, std::underflow_error);
  EXPECT_THROW(earliest + Duration(-1ns), std::underflow_error);
  EXPECT_THROW(latest += one, std::overflow_error);
  EXPECT_THROW(earliest -= one, std::underflow_error);
  EXPECT_THROW(latest - earliest, std::overflow_error);
  EXPECT_THROW(earliest - latest, std::underflow_error);
  EXPECT_EQ(latest, Time(largest_ns));
  EXPECT_EQ(earliest, Time(smallest_ns));
}

TEST(Time, GivesSeconds) { EXPECT_DOUBLE_EQ(Time(1, 500'000'000).seconds(), 1.5); }

}  // namespace
}  // namespace baton
