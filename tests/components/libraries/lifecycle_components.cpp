// SPDX-License-Identifier: Apache-2.0
// A component that is a lifecycle node.
#include <rclcpp_components/register_node_macro.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/u_int64.hpp>

namespace test_components {

/// Counts on "chatter" while it is active.
class LifecycleTalker : public rclcpp_lifecycle::LifecycleNode {
 public:
  explicit LifecycleTalker(const rclcpp::NodeOptions& options)
      : LifecycleNode("lifecycle_talker", options) {}

  CallbackReturn on_configure(const rclcpp_lifecycle::State&) override {
    publisher_ = create_publisher<std_msgs::msg::UInt64>("chatter", 10);
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] {
      std_msgs::msg::UInt64 message;
      message.data = ++count_;
      publisher_->publish(message);
    });
    return CallbackReturn::SUCCESS;
  }

 private:
  std::uint64_t count_ = 0;
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::UInt64>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::LifecycleTalker)
