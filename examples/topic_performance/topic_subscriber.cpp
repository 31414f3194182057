// SPDX-License-Identifier: Apache-2.0
// Receives polygons until Ctrl-C.
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>

#include "polygon_subscriber.hpp"

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<topic_performance::PolygonSubscriber>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "topic_subscriber: %s\n", error.what());
  return 1;
}
