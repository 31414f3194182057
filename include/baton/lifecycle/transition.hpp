// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <baton/ros_c/rcl_lifecycle.h>
#include <baton/ros_c/rcutils_allocator.h>
#include <baton/lifecycle/state.hpp>
#include <baton/visibility.hpp>
#include <lifecycle_msgs/msg/transition.hpp>

namespace rclcpp_lifecycle {

/// A transition of a lifecycle node: one of lifecycle_msgs::msg::Transition, with the states at its
/// ends if it is of a node. A value type. It allocates as any string does: the allocators of ROS's
/// signatures are taken, and not used.
class BATON_PUBLIC Transition {
 public:
  Transition() = delete;
  explicit Transition(std::uint8_t id, const std::string& label = "");
  Transition(std::uint8_t id, const std::string& label, const rcutils_allocator_t& /* allocator */)
      : Transition(id, label) {}
  Transition(std::uint8_t id, const std::string& label, State&& start, State&& goal);
  Transition(std::uint8_t id, const std::string& label, State&& start, State&& goal,
             const rcutils_allocator_t& /* allocator */)
      : Transition(id, label, std::move(start), std::move(goal)) {}
  /// A copy of what is there now. Throws std::runtime_error for a null pointer.
  explicit Transition(const rcl_lifecycle_transition_t* transition);
  Transition(const rcl_lifecycle_transition_t* transition,
             const rcutils_allocator_t& /* allocator */)
      : Transition(transition) {}
  Transition(const Transition&) = default;
  Transition& operator=(const Transition&) = default;
  virtual ~Transition();

  std::uint8_t id() const { return id_; }
  std::string label() const { return label_; }
  /// Throw std::runtime_error for a transition that was made without states.
  State start_state() const;
  State goal_state() const;

 private:
  std::uint8_t id_;
  std::string label_;
  std::optional<State> start_;
  std::optional<State> goal_;
};

}  // namespace rclcpp_lifecycle
