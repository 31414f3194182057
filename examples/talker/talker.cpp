// SPDX-License-Identifier: Apache-2.0
// Publishes a text at a rate until Ctrl-C. Run `listener` beside it.
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

class Talker : public rclcpp::Node {
 public:
  Talker() : Node("talker") {
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.floating_point_range.resize(1);
    descriptor.floating_point_range[0].from_value = 0.1;
    descriptor.floating_point_range[0].to_value = 1000.0;
    const double rate_hz = declare_parameter("rate_hz", 2.0, descriptor);

    publisher_ = create_publisher<std_msgs::msg::String>("chatter", 10);
    timer_ = create_wall_timer(std::chrono::duration<double>(1.0 / rate_hz), [this] { publish(); });
  }

 private:
  void publish() {
    auto message = std::make_unique<std_msgs::msg::String>();
    message->data = "Hello " + std::to_string(++number_);
    RCLCPP_INFO(get_logger(), "Publishing: '%s'", message->data.c_str());
    publisher_->publish(std::move(message));
  }

  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  int number_ = 0;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Talker>());  // until Ctrl-C
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "talker: %s\n", error.what());
  return 1;
}
