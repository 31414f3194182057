// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/rclcpp.hpp"
#include "rcutils/cmdline_parser.h"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;

class Talker : public rclcpp::Node {
 public:
  explicit Talker(const std::string& topic_name) : Node("talker") {
    auto publish_message = [this]() -> void {
      auto msg = std::make_unique<std_msgs::msg::String>();
      msg->data = "Hello World: " + std::to_string(count_++);
      RCLCPP_INFO(this->get_logger(), "Publishing: '%s'", msg->data.c_str());
      pub_->publish(std::move(msg));
    };
    rclcpp::QoS qos(rclcpp::KeepLast(7));
    pub_ = this->create_publisher<std_msgs::msg::String>(topic_name, qos);
    timer_ = this->create_wall_timer(20ms, publish_message);
  }

 private:
  size_t count_ = 1;
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr pub_;
  rclcpp::TimerBase::SharedPtr timer_;
};

int main(int argc, char* argv[]) {
  setvbuf(stdout, nullptr, _IONBF, BUFSIZ);
  if (rcutils_cli_option_exist(argv, argv + argc, "-h")) {
    printf("talker [-t topic_name]\n");
    return 0;
  }
  rclcpp::init(argc, argv);
  auto topic = std::string("chatter");
  char* cli_option = rcutils_cli_get_option(argv, argv + argc, "-t");
  if (nullptr != cli_option) {
    topic = std::string(cli_option);
  }
  rclcpp::spin(std::make_shared<Talker>(topic));
  rclcpp::shutdown();
  return 0;
}
