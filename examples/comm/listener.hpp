// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rclcpp/rclcpp.hpp>
#include <sharedmem_msgs/msg/sample_message.hpp>

#include "latency_window.hpp"
#include "visibility.hpp"

namespace ros2_demos {

/// Logs where each message lies, and every `report_period_s` (5) the latencies: as warnings, so
/// that they are seen without the rest (`--log-level warn`).
///
/// `buffer_type` is how it takes messages: take_shared (std::shared_ptr<const M>, never a copy) or
/// take_ownership (std::unique_ptr<M>, a copy unless it is the only reader in the process).
class ROS2_DEMOS_PUBLIC MinimalSubscriber : public rclcpp::Node {
 public:
  explicit MinimalSubscriber(const rclcpp::NodeOptions& options = rclcpp::NodeOptions(),
                             const std::string& name = "demo_listener");

 private:
  using SampleMessage = sharedmem_msgs::msg::SampleMessage;

  void subscribe(const std::string& buffer_type);
  void take(const SampleMessage& message);
  void report();

  rclcpp::Subscription<SampleMessage>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
  LatencyWindow window_;
  double report_period_s_ = 0;
};

}  // namespace ros2_demos
