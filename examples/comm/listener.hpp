// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include <rclcpp/rclcpp.hpp>
#include <sharedmem_msgs/msg/sample_message.hpp>

#include "latency_window.hpp"
#include "steady_clock.hpp"

/// Logs where each message lies, and every `report_period_s` (5) the latencies: as warnings, so
/// that they are seen without the rest (`--log-level warn`).
///
/// `buffer_type` is how it takes messages: take_shared (std::shared_ptr<const M>, never a copy) or
/// take_ownership (std::unique_ptr<M>, a copy unless it is the only reader in the process).
class Listener : public rclcpp::Node {
 public:
  explicit Listener(const std::string& name = "demo_listener",
                    const rclcpp::NodeOptions& options = rclcpp::NodeOptions())
      : Node(name, options) {
    const auto buffer_type = declare_parameter<std::string>("buffer_type", "take_shared");
    if (buffer_type == "take_shared") {
      subscription_ = create_subscription<SampleMessage>(
          "sample", 10, [this](SampleMessage::ConstSharedPtr message) { take(*message); });
    } else if (buffer_type == "take_ownership") {
      subscription_ = create_subscription<SampleMessage>(
          "sample", 10, [this](SampleMessage::UniquePtr message) { take(*message); });
    } else {
      throw std::invalid_argument("buffer_type is '" + buffer_type +
                                  "': set it to take_shared or take_ownership");
    }
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.floating_point_range.resize(1);
    descriptor.floating_point_range[0].from_value = 0.01;
    descriptor.floating_point_range[0].to_value = 3600.0;
    report_period_s_ = declare_parameter("report_period_s", 5.0, descriptor);
    timer_ =
        create_wall_timer(std::chrono::duration<double>(report_period_s_), [this] { report(); });
  }

 private:
  using SampleMessage = sharedmem_msgs::msg::SampleMessage;

  void take(const SampleMessage& message) {
    const std::uint64_t latency_ns = steady_now_ns() - message.time_stamp;
    window_.add(latency_ns);
    RCLCPP_INFO(get_logger(), "Received message %d at %p after %.1f us", message.index,
                static_cast<const void*>(&message), static_cast<double>(latency_ns) / 1e3);
  }

  void report() {
    if (window_.count() == 0) {
      RCLCPP_WARN(get_logger(), "No message on %s in %.1f s: does a talker run, in this domain?",
                  subscription_->get_topic_name(), report_period_s_);
      return;
    }
    RCLCPP_WARN(get_logger(), "Latency: avg %.1f us, min %.1f us, max %.1f us, count %llu",
                window_.avg_us(), window_.min_us(), window_.max_us(),
                static_cast<unsigned long long>(window_.count()));
    window_ = LatencyWindow();
  }

  rclcpp::Subscription<SampleMessage>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
  LatencyWindow window_;
  double report_period_s_ = 0;
};
