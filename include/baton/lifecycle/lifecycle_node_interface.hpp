// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <baton/lifecycle/state.hpp>
#include <baton/visibility.hpp>
#include <lifecycle_msgs/msg/transition.hpp>

namespace rclcpp_lifecycle::node_interfaces {

/// The callbacks of a lifecycle node. Each runs in the thread that asked for the transition, with
/// the primary state in which that began. One runs at a time, and no lock of Baton's is held.
class BATON_PUBLIC LifecycleNodeInterface {
 public:
  enum class CallbackReturn : std::uint8_t {
    SUCCESS = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_SUCCESS,
    FAILURE = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_FAILURE,
    ERROR = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_ERROR,
  };

  virtual ~LifecycleNodeInterface();
  /// Those that are not overridden return SUCCESS.
  virtual CallbackReturn on_configure(const State& previous_state);
  virtual CallbackReturn on_cleanup(const State& previous_state);
  virtual CallbackReturn on_shutdown(const State& previous_state);
  virtual CallbackReturn on_activate(const State& previous_state);
  virtual CallbackReturn on_deactivate(const State& previous_state);
  /// After a callback that returned ERROR or threw. SUCCESS leads to `unconfigured`, anything else
  /// to `finalized`.
  virtual CallbackReturn on_error(const State& previous_state);

 protected:
  LifecycleNodeInterface() = default;
};

}  // namespace rclcpp_lifecycle::node_interfaces
