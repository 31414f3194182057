// SPDX-License-Identifier: Apache-2.0
#include "polygon_publisher.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include "number_parameter.hpp"

namespace topic_performance {

PolygonPublisher::PolygonPublisher(const rclcpp::NodeOptions& options, const std::string& name)
    : Node(name, options),
      point_num_(declare_number(*this, "point_num", 1000, 0, 10'000'000)),
      use_unique_ptr_(declare_parameter("use_unique_ptr", false)),
      enable_output_address_(declare_parameter("enable_output_address", false)) {
  const auto rate_hz = declare_number(*this, "rate", 1, 1, 10'000);
  prepare(kept_);
  publisher_ = create_publisher<PolygonStamped>("polygon", 10);
  timer_ =
      create_wall_timer(std::chrono::nanoseconds(1'000'000'000 / rate_hz), [this] { publish(); });
}

PolygonPublisher::~PolygonPublisher() {
  RCLCPP_INFO(get_logger(), "Published %llu messages", static_cast<unsigned long long>(count_));
}

void PolygonPublisher::prepare(PolygonStamped& message) const {
  message.header.frame_id = "map";
  message.polygon.points.resize(static_cast<std::size_t>(point_num_));
}

void PolygonPublisher::announce(const PolygonStamped& message) {
  ++count_;
  if (!enable_output_address_) return;
  RCLCPP_INFO(get_logger(), "Published message of %d.%09u at %p", message.header.stamp.sec,
              message.header.stamp.nanosec, static_cast<const void*>(&message));
}

void PolygonPublisher::publish() {
  if (!use_unique_ptr_) {
    kept_.header.stamp = now();
    announce(kept_);
    publisher_->publish(kept_);
    return;
  }
  auto message = std::make_unique<PolygonStamped>();
  prepare(*message);
  message->header.stamp = now();
  announce(*message);
  publisher_->publish(std::move(message));
}

}  // namespace topic_performance
