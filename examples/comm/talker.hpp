// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <rclcpp/rclcpp.hpp>
#include <rosidl_runtime_cpp/message_initialization.hpp>
#include <sharedmem_msgs/msg/sample_message.hpp>

#include "steady_clock.hpp"

/// Publishes 4 MB at `rate_hz` (25), and logs what each publication cost and where the message lay.
class Talker : public rclcpp::Node {
 public:
  explicit Talker(const std::string& name = "demo_talker",
                  const rclcpp::NodeOptions& options = rclcpp::NodeOptions())
      : Node(name, options) {
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.floating_point_range.resize(1);
    descriptor.floating_point_range[0].from_value = 0.1;
    descriptor.floating_point_range[0].to_value = 1000.0;
    const double rate_hz = declare_parameter("rate_hz", 25.0, descriptor);
    publisher_ = create_publisher<SampleMessage>("sample", 10);
    timer_ = create_wall_timer(std::chrono::duration<double>(1.0 / rate_hz), [this] { publish(); });
  }

 protected:
  using SampleMessage = sharedmem_msgs::msg::SampleMessage;

  /// Returns where the message lay.
  virtual const void* publish_next() {
    // Uninitialised: zeroing 4 MB costs more than handing them over.
    auto message = std::make_unique<SampleMessage>(rosidl_runtime_cpp::MessageInitialization::SKIP);
    const void* const address = message.get();
    stamp(*message);
    publisher_->publish(std::move(message));
    return address;
  }
  void stamp(SampleMessage& message) {
    message.index = ++index_;
    message.time_stamp = steady_now_ns();
  }

  rclcpp::Publisher<SampleMessage>::SharedPtr publisher_;

 private:
  void publish() {
    const std::uint64_t start_ns = steady_now_ns();
    const void* const address = publish_next();
    RCLCPP_INFO(get_logger(), "Published message %d at %p in %.1f us", index_, address,
                static_cast<double>(steady_now_ns() - start_ns) / 1e3);
  }

  rclcpp::TimerBase::SharedPtr timer_;
  int index_ = 0;
};

/// The same through a loan: the message is made where subscriptions will read it.
class LoaningTalker : public Talker {
 public:
  explicit LoaningTalker(const std::string& name = "demo_talker_loan",
                         const rclcpp::NodeOptions& options = rclcpp::NodeOptions())
      : Talker(name, options) {}

 private:
  const void* publish_next() override {
    auto loan = publisher_->borrow_loaned_message();
    const void* const address = &loan.get();
    stamp(loan.get());
    publisher_->publish(std::move(loan));
    return address;
  }
};
