// SPDX-License-Identifier: Apache-2.0
// Components that are what they should be.
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_msgs/msg/u_int64.hpp>

namespace test_components {

class Plain : public rclcpp::Node {
 public:
  explicit Plain(const rclcpp::NodeOptions& options) : Node("plain", options) {
    RCLCPP_DEBUG(get_logger(), "made");
  }
};

/// No node itself.
class OnlyInterface {
 public:
  explicit OnlyInterface(const rclcpp::NodeOptions& options)
      : node_(std::make_shared<rclcpp::Node>("only_interface", options)) {}
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const {
    return node_->get_node_base_interface();
  }

 private:
  rclcpp::Node::SharedPtr node_;
};

/// Counts on "chatter".
class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options)
      : Node("talker", options),
        publisher_(create_publisher<std_msgs::msg::UInt64>("chatter", 10)),
        timer_(create_wall_timer(
            std::chrono::microseconds(declare_parameter("period_us", std::int64_t{1000})), [this] {
              auto message = std::make_unique<std_msgs::msg::UInt64>();
              message->data = ++count_;
              publisher_->publish(std::move(message));
            })) {}

 private:
  std::uint64_t count_ = 0;
  rclcpp::Publisher<std_msgs::msg::UInt64>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

/// A small node as they are: a publisher, a subscription, a timer.
class Small : public rclcpp::Node {
 public:
  explicit Small(const rclcpp::NodeOptions& options)
      : Node("small", options),
        publisher_(create_publisher<std_msgs::msg::UInt64>("small_out", 10)),
        subscription_(create_subscription<std_msgs::msg::UInt64>(
            "small_in", 10, [](const std_msgs::msg::UInt64&) {})),
        timer_(create_wall_timer(std::chrono::seconds(1), [] {})) {}

 private:
  rclcpp::Publisher<std_msgs::msg::UInt64>::SharedPtr publisher_;
  rclcpp::Subscription<std_msgs::msg::UInt64>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Plain)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::OnlyInterface)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Talker)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Small)
