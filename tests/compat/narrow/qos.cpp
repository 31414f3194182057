// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/qos.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfQualityOfServiceBringLengthsOfTimeAndTypesInC) {
  const rmw_time_t length = rmw_time_from_nsec(1'500'000'000);
  EXPECT_TRUE(rmw_time_equal(length, rmw_time_t{1, 500'000'000}));
  const rclcpp::QoS qos = rclcpp::QoS(1).deadline(length);
  EXPECT_EQ(rmw_time_total_nsec(qos.get_rmw_qos_profile().deadline), 1'500'000'000);
  const rmw_serialized_message_t serialized = {};
  EXPECT_EQ(serialized.buffer, nullptr);
  EXPECT_EQ(rmw_get_zero_initialized_message_info().source_timestamp, 0);
}

}  // namespace
