// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/parameter_client.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfParameterClientsBringTheirServicesAndExecutors) {
  const rcl_interfaces::srv::GetParameters::Request request;
  const rcl_interfaces::srv::SetParametersAtomically::Response response;
  EXPECT_TRUE(request.names.empty());
  EXPECT_FALSE(response.result.successful);
  EXPECT_TRUE((std::is_base_of_v<rclcpp::Executor, rclcpp::executors::MultiThreadedExecutor>));
  const rclcpp::ParameterMap map;
  EXPECT_TRUE(map.empty());
}

}  // namespace
