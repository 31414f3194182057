// SPDX-License-Identifier: Apache-2.0
#include "listener.hpp"

#include <chrono>
#include <stdexcept>

#include <rclcpp_components/register_node_macro.hpp>

#include "steady_clock.hpp"

namespace ros2_demos {

MinimalSubscriber::MinimalSubscriber(const rclcpp::NodeOptions& options, const std::string& name)
    : Node(name, options) {
  subscribe(declare_parameter<std::string>("buffer_type", "take_shared"));
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = 0.01;
  descriptor.floating_point_range[0].to_value = 3600.0;
  report_period_s_ = declare_parameter("report_period_s", 5.0, descriptor);
  timer_ = create_wall_timer(std::chrono::duration<double>(report_period_s_), [this] { report(); });
}

void MinimalSubscriber::subscribe(const std::string& buffer_type) {
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
}

void MinimalSubscriber::take(const SampleMessage& message) {
  const std::uint64_t latency_ns = steady_now_ns() - message.time_stamp;
  window_.add(latency_ns);
  RCLCPP_INFO(get_logger(), "Received message %d at %p after %.1f us", message.index,
              static_cast<const void*>(&message), static_cast<double>(latency_ns) / 1e3);
}

void MinimalSubscriber::report() {
  if (window_.count() == 0) {
    RCLCPP_WARN(get_logger(), "No message on %s in %.1f s: does a talker run, in this domain?",
                subscription_->get_topic_name(), report_period_s_);
    return;
  }
  RCLCPP_WARN(
      get_logger(), "Latency: avg %.1f us, p50 %.1f us, min %.1f us, max %.1f us, count %zu",
      window_.avg_us(), window_.p50_us(), window_.min_us(), window_.max_us(), window_.count());
  window_ = LatencyWindow();
}

}  // namespace ros2_demos

RCLCPP_COMPONENTS_REGISTER_NODE(ros2_demos::MinimalSubscriber)
