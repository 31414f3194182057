// SPDX-License-Identifier: Apache-2.0
#include "polygon_subscriber.hpp"

namespace topic_performance {

PolygonSubscriber::PolygonSubscriber(const rclcpp::NodeOptions& options, const std::string& name)
    : Node(name, options),
      enable_output_address_(declare_parameter("enable_output_address", false)),
      enable_output_delay_(declare_parameter("enable_output_delay", false)) {
  subscription_ = create_subscription<PolygonStamped>(
      "polygon", 10, [this](PolygonStamped::ConstSharedPtr message) { take(*message); });
}

PolygonSubscriber::~PolygonSubscriber() {
  const double avg_us = count_ == 0 ? 0.0 : delays_us_ / static_cast<double>(count_);
  RCLCPP_INFO(get_logger(), "Received %llu messages, delay avg %.1f us",
              static_cast<unsigned long long>(count_), avg_us);
}

void PolygonSubscriber::take(const PolygonStamped& message) {
  const rclcpp::Duration delay = now() - rclcpp::Time(message.header.stamp);
  const double delay_us = static_cast<double>(delay.nanoseconds()) / 1e3;
  ++count_;
  delays_us_ += delay_us;
  if (enable_output_address_) {
    RCLCPP_INFO(get_logger(), "Received message of %d.%09u at %p", message.header.stamp.sec,
                message.header.stamp.nanosec, static_cast<const void*>(&message));
  }
  if (enable_output_delay_) RCLCPP_INFO(get_logger(), "Delay %.1f us", delay_us);
}

}  // namespace topic_performance
