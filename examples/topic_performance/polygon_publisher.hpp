// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <geometry_msgs/msg/polygon_stamped.hpp>
#include <rclcpp/rclcpp.hpp>

#include "visibility.hpp"

namespace topic_performance {

/// Publishes polygons of `point_num` (1000) points on `polygon`, `rate` (1) of them a second.
///
/// `use_unique_ptr`: each is a new message, handed over as std::unique_ptr; else one message,
/// published again and again as const&. `enable_output_address`: logs where each lay.
class TOPIC_PERFORMANCE_PUBLIC PolygonPublisher : public rclcpp::Node {
 public:
  explicit PolygonPublisher(const rclcpp::NodeOptions& options = rclcpp::NodeOptions(),
                            const std::string& name = "polygon_publisher");
  ~PolygonPublisher() override;

 private:
  using PolygonStamped = geometry_msgs::msg::PolygonStamped;

  void publish();
  void prepare(PolygonStamped& message) const;
  void announce(const PolygonStamped& message);

  rclcpp::Publisher<PolygonStamped>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  PolygonStamped kept_;
  std::int64_t point_num_;
  bool use_unique_ptr_;
  bool enable_output_address_;
  std::uint64_t count_ = 0;
};

}  // namespace topic_performance
