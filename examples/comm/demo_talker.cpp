// SPDX-License-Identifier: Apache-2.0
// Publishes 4 MB 25 times a second, as a std::unique_ptr.
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>

#include "talker.hpp"

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<ros2_demos::MinimalPublisher>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "demo_talker: %s\n", error.what());
  return 1;
}
