// SPDX-License-Identifier: Apache-2.0
// What packages do with a node behind a weak_ptr, without asking whether it is there. They are
// built with -Wnull-dereference -Werror for Release, as nav2 is, so this is compiled in the same
// way.
#include <builtin_interfaces/msg/time.hpp>
#include <chrono>
#include <memory>

#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

template <class NodeT>
double use(const std::weak_ptr<NodeT>& weak) {
  const auto node = weak.lock();
  const double now = node->now().seconds();
  node->get_logger();
  node->get_clock();
  node->get_node_base_interface();
  node->declare_parameter("rate_hz", now);
  double rate_hz;
  node->get_parameter("rate_hz", rate_hz);
  node->create_wall_timer(std::chrono::seconds(1), [] {});
  node->template create_publisher<builtin_interfaces::msg::Time>("time", 1);
  return rate_hz;
}

template double use(const std::weak_ptr<rclcpp::Node>&);
template double use(const std::weak_ptr<rclcpp_lifecycle::LifecycleNode>&);
