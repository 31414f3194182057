// SPDX-License-Identifier: Apache-2.0
// Publishes polygons until Ctrl-C.
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>

#include "polygon_publisher.hpp"

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<topic_performance::PolygonPublisher>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "topic_publisher: %s\n", error.what());
  return 1;
}
