// SPDX-License-Identifier: Apache-2.0
// A plugin that uses its host's node, and leaves nothing of its own behind.
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

#include <std_msgs/msg/int64.hpp>

extern "C" __attribute__((visibility("default"))) void use(
    const rclcpp_lifecycle::LifecycleNode::SharedPtr& node, rclcpp::Executor& executor) {
  using std_msgs::msg::Int64;
  const auto publisher = node->create_publisher<Int64>("of_plugin", 10);
  const auto subscription = node->create_subscription<Int64>("of_plugin", 10, [](const Int64&) {});
  bool fired = false;
  const auto timer = node->create_wall_timer(std::chrono::nanoseconds(1), [&] { fired = true; });
  while (!fired) executor.spin_once();
}
