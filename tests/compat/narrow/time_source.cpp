// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/time_source.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfTheTimeSourceBringTheMessageOfTheClock) {
  rosgraph_msgs::msg::Clock clock;
  clock.clock.sec = 3;
  builtin_interfaces::msg::Time time = clock.clock;
  EXPECT_EQ(rclcpp::Time(time).seconds(), 3.0);
}

}  // namespace
