// SPDX-License-Identifier: Apache-2.0
#include "talker.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include <rclcpp_components/register_node_macro.hpp>
#include <rosidl_runtime_cpp/message_initialization.hpp>

#include "steady_clock.hpp"

namespace ros2_demos {

MinimalPublisher::MinimalPublisher(const rclcpp::NodeOptions& options, const std::string& name)
    : Node(name, options) {
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = 0.1;
  descriptor.floating_point_range[0].to_value = 1000.0;
  const double rate_hz = declare_parameter("rate_hz", 25.0, descriptor);
  publisher_ = create_publisher<SampleMessage>("sample", 10);
  timer_ = create_wall_timer(std::chrono::duration<double>(1.0 / rate_hz), [this] { publish(); });
}

const void* MinimalPublisher::publish_next() {
  // Uninitialised: zeroing 4 MB costs more than handing them over.
  auto message = std::make_unique<SampleMessage>(rosidl_runtime_cpp::MessageInitialization::SKIP);
  const void* const address = message.get();
  stamp(*message);
  publisher_->publish(std::move(message));
  return address;
}

void MinimalPublisher::stamp(SampleMessage& message) {
  message.index = ++index_;
  message.time_stamp = steady_now_ns();
}

void MinimalPublisher::publish() {
  const std::uint64_t start_ns = steady_now_ns();
  const void* const address = publish_next();
  RCLCPP_INFO(get_logger(), "Published message %d at %p in %.1f us", index_, address,
              static_cast<double>(steady_now_ns() - start_ns) / 1e3);
}

}  // namespace ros2_demos

RCLCPP_COMPONENTS_REGISTER_NODE(ros2_demos::MinimalPublisher)
