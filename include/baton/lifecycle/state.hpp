// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <baton/ros_c/rcl_lifecycle.h>
#include <baton/ros_c/rcutils_allocator.h>
#include <baton/lifecycle/namespaces.hpp>
#include <baton/visibility.hpp>
#include <lifecycle_msgs/msg/state.hpp>

namespace rclcpp_lifecycle {

/// A state of a lifecycle node: one of lifecycle_msgs::msg::State, or anything that has a number
/// and a label. A value type. It allocates as any string does: the allocators of ROS's signatures
/// are taken, and not used.
class BATON_PUBLIC State {
 public:
  /// `unknown`
  State();
  explicit State(const rcutils_allocator_t& /* allocator */) : State() {}
  /// Throws std::runtime_error for an empty label.
  State(std::uint8_t id, const std::string& label);
  State(std::uint8_t id, const std::string& label, const rcutils_allocator_t& /* allocator */)
      : State(id, label) {}
  /// A copy of what is there now. Throws std::runtime_error for a null pointer.
  explicit State(const rcl_lifecycle_state_t* state);
  State(const rcl_lifecycle_state_t* state, const rcutils_allocator_t& /* allocator */)
      : State(state) {}
  State(const State&) = default;
  State& operator=(const State&) = default;
  virtual ~State();

  std::uint8_t id() const { return id_; }
  std::string label() const { return label_; }

 private:
  std::uint8_t id_;
  std::string label_;
};

}  // namespace rclcpp_lifecycle
