// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <geometry_msgs/msg/polygon_stamped.hpp>
#include <rclcpp/rclcpp.hpp>

#include "visibility.hpp"

namespace topic_performance {

/// Receives what PolygonPublishers send, and says at its end how much that was and how late it
/// came.
///
/// `enable_output_address`: logs where each message lies. `enable_output_delay`: how late each
/// came.
class TOPIC_PERFORMANCE_PUBLIC PolygonSubscriber : public rclcpp::Node {
 public:
  explicit PolygonSubscriber(const rclcpp::NodeOptions& options = rclcpp::NodeOptions(),
                             const std::string& name = "polygon_subscriber");
  ~PolygonSubscriber() override;

 private:
  using PolygonStamped = geometry_msgs::msg::PolygonStamped;

  void take(const PolygonStamped& message);

  rclcpp::Subscription<PolygonStamped>::SharedPtr subscription_;
  bool enable_output_address_;
  bool enable_output_delay_;
  std::uint64_t count_ = 0;
  double delays_us_ = 0;
};

}  // namespace topic_performance
