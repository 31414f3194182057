// SPDX-License-Identifier: Apache-2.0
// A node that talks while it is active, and lets others say when that is. Run
// `lifecycle_manager lifecycle_talker configure activate` beside it.
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <std_msgs/msg/string.hpp>

using namespace std::chrono_literals;

class LifecycleTalker : public rclcpp_lifecycle::LifecycleNode {
 public:
  LifecycleTalker() : LifecycleNode("lifecycle_talker") {}

  // What needs memory or hardware comes here, and goes in on_cleanup().
  CallbackReturn on_configure(const rclcpp_lifecycle::State&) override {
    publisher_ = create_publisher<std_msgs::msg::String>("lifecycle_chatter", 10);
    timer_ = create_wall_timer(100ms, [this] { talk(); });
    RCLCPP_INFO(get_logger(), "configured");
    return CallbackReturn::SUCCESS;
  }

  // The base class activates the publishers.
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override {
    RCLCPP_INFO(get_logger(), "activated");
    return LifecycleNode::on_activate(previous);
  }

  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override {
    RCLCPP_INFO(get_logger(), "deactivated");
    return LifecycleNode::on_deactivate(previous);
  }

  CallbackReturn on_cleanup(const rclcpp_lifecycle::State&) override {
    return release("cleaned up");
  }

  CallbackReturn on_shutdown(const rclcpp_lifecycle::State& previous) override {
    return release("shut down from " + previous.label());
  }

 private:
  CallbackReturn release(const std::string& why) {
    timer_.reset();
    publisher_.reset();
    RCLCPP_INFO(get_logger(), "%s", why.c_str());
    return CallbackReturn::SUCCESS;
  }

  void talk() {
    std_msgs::msg::String message;
    message.data = "hello " + std::to_string(++count_);
    // Goes out while the node is active; an inactive publisher warns once.
    publisher_->publish(message);
    if (publisher_->is_activated()) RCLCPP_INFO(get_logger(), "said %s", message.data.c_str());
  }

  int count_ = 0;
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<LifecycleTalker>();
  RCLCPP_INFO(node->get_logger(), "waits in state %s", node->get_current_state().label().c_str());
  rclcpp::spin(node->get_node_base_interface());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "lifecycle_talker: %s\n", error.what());
  return 1;
}
