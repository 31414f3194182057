// SPDX-License-Identifier: Apache-2.0
// A component as small as useful ones are: a publisher, a subscription, and what every node has.
#include <baton/baton.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_msgs/msg/string.hpp>

namespace perf {

class SmallComponent : public baton::Node {
 public:
  explicit SmallComponent(const baton::NodeOptions& options) : Node("small_component", options) {
    publisher_ = create_publisher<std_msgs::msg::String>("~/out", 10);
    subscription_ = create_subscription<std_msgs::msg::String>(
        "~/in", 10, [this](const std_msgs::msg::String& message) { publisher_->publish(message); });
  }

 private:
  baton::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  baton::Subscription<std_msgs::msg::String>::SharedPtr subscription_;
};

}  // namespace perf

RCLCPP_COMPONENTS_REGISTER_NODE(perf::SmallComponent)
