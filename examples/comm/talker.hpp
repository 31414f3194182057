// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <rclcpp/rclcpp.hpp>
#include <sharedmem_msgs/msg/sample_message.hpp>

#include "visibility.hpp"

namespace ros2_demos {

/// Publishes 4 MB at `rate_hz` (25), and logs what each publication cost and where the message lay.
class ROS2_DEMOS_PUBLIC MinimalPublisher : public rclcpp::Node {
 public:
  explicit MinimalPublisher(const rclcpp::NodeOptions& options = rclcpp::NodeOptions(),
                            const std::string& name = "demo_talker");

 protected:
  using SampleMessage = sharedmem_msgs::msg::SampleMessage;

  /// Returns where the message lay.
  virtual const void* publish_next();
  void stamp(SampleMessage& message);

  rclcpp::Publisher<SampleMessage>::SharedPtr publisher_;

 private:
  void publish();

  rclcpp::TimerBase::SharedPtr timer_;
  int index_ = 0;
};

}  // namespace ros2_demos
