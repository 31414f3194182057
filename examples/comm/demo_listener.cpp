// SPDX-License-Identifier: Apache-2.0
// Reports the latencies of what a demo_talker publishes.
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>

#include "listener.hpp"

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<ros2_demos::MinimalSubscriber>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "demo_listener: %s\n", error.what());
  return 1;
}
