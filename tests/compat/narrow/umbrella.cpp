// SPDX-License-Identifier: Apache-2.0
// The umbrella alone, and what sources of ROS take for granted behind it.
#include "rclcpp/rclcpp.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, AndTheUmbrellaBringsThemAll) {
  const std::vector<int> numbers = {1, 2, 3};
  const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  assert(sum == 6);
  EXPECT_EQ(sum, 6);
  std::cout << rclcpp::expand_topic_or_service_name("~/x", "node", "/") << std::endl;
  const rosgraph_msgs::msg::Clock clock;
  const rcl_interfaces::srv::ListParameters::Request request;
  EXPECT_EQ(clock.clock.sec, 0);
  EXPECT_TRUE(request.prefixes.empty());
  // The clock that throttled messages of rcutils are given.
  rcutils_time_point_value_t now = 0;
  EXPECT_EQ(RCUTILS_STEADY_TIME(&now), RCUTILS_RET_OK);
  EXPECT_GT(now, 0);
}

}  // namespace
