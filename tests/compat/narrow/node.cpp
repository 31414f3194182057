// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/node.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfTheNodeBringItsPartsAndTheirMessages) {
  const rclcpp::Parameter parameter("name", 1);
  const rcl_interfaces::msg::ParameterEvent event;
  const rcl_interfaces::msg::SetParametersResult result;
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.name = parameter.get_name();
  const std::list<std::string> names = {descriptor.name};
  const rclcpp::NodeOptions options;
  const rclcpp::QoS depth(10);
  const rclcpp::Time time(1, 2, RCL_ROS_TIME);
  const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr logging;
  const rclcpp::node_interfaces::NodeTimeSourceInterface::SharedPtr source;
  const auto all = rosidl_runtime_cpp::MessageInitialization::ALL;
  EXPECT_EQ(names.front(), "name");
  EXPECT_TRUE(event.new_parameters.empty() && !result.successful && !logging && !source);
  EXPECT_EQ(time.nanoseconds() % 10, 2);
  EXPECT_EQ(rcl_interfaces::msg::ParameterEvent(all), event);
  EXPECT_EQ(depth.depth(), 10u);
  EXPECT_TRUE(options.use_global_arguments());
}

}  // namespace
