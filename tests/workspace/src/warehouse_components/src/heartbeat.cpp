// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <utility>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/empty.hpp"

namespace warehouse
{

/// No node, but it has one.
class Heartbeat
{
public:
  explicit Heartbeat(const rclcpp::NodeOptions & options)
  : node_(std::make_shared<rclcpp::Node>("heartbeat", options))
  {
    publisher_ = node_->create_publisher<std_msgs::msg::Empty>("heartbeat", 1);
    const auto period_ms = node_->declare_parameter<int>("period_ms", 100);
    timer_ = rclcpp::create_timer(
      node_, node_->get_clock(), std::chrono::milliseconds(period_ms),
      [this]() {
        auto message = std::make_unique<std_msgs::msg::Empty>();
        publisher_->publish(std::move(message));
      });
  }

  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const
  {
    return node_->get_node_base_interface();
  }

private:
  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<std_msgs::msg::Empty>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace warehouse

#include "rclcpp_components/register_node_macro.hpp"  // NOLINT(build/include)
RCLCPP_COMPONENTS_REGISTER_NODE(warehouse::Heartbeat)
