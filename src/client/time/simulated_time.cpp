// SPDX-License-Identifier: Apache-2.0
#include "client/time/simulated_time.hpp"

#include <utility>

#include <baton/ros_time_override.hpp>

#include "client/time/clock_state.hpp"

namespace baton::client {

void enable_ros_time(Clock& clock) { clock.state()->simulate(true); }

void disable_ros_time(Clock& clock) { clock.state()->simulate(false); }

void set_ros_time(Clock& clock, std::int64_t time_ns) {
  clock.state()->set_simulated_time(time_ns);
}

std::shared_ptr<void> on_clock_changed(Clock& clock, JumpHandler::pre_callback_t before,
                                       JumpHandler::post_callback_t after) {
  rcl_jump_threshold_t any{};
  any.on_clock_change = true;
  any.min_forward.nanoseconds = 1;
  any.min_backward.nanoseconds = -1;
  return clock.create_jump_callback(std::move(before), std::move(after), any);
}

}  // namespace baton::client

namespace rclcpp {

void set_ros_time_is_active(Clock& clock, bool active) { clock.state()->simulate(active); }

void set_ros_time_override(Clock& clock, const Time& time) {
  clock.state()->set_simulated_time(time.nanoseconds());
}

}  // namespace rclcpp
