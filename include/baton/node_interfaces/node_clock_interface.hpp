// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/clock.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp::node_interfaces {

/// A node's clock, which follows /clock if its parameter use_sim_time says so.
class NodeClockInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeClockInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeClockInterface>;
  using WeakPtr = std::weak_ptr<NodeClockInterface>;

  explicit NodeClockInterface(rcl_clock_type_t type) : clock_(std::make_shared<Clock>(type)) {}

  Clock::SharedPtr get_clock() { return clock_; }
  Clock::ConstSharedPtr get_clock() const { return clock_; }

 private:
  const Clock::SharedPtr clock_;
};

}  // namespace rclcpp::node_interfaces
