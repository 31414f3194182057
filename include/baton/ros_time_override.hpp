// SPDX-License-Identifier: Apache-2.0
// Simulated time by hand, for tests and for bindings of other languages: a TimeSource does it for
// the clocks of nodes. Not in rclcpp.
//
// Thread safety: all of it. Callbacks for jumps run in the calling thread, under the clock's mutex.
// Both functions throw exceptions::RCLError for clocks of other types than RCL_ROS_TIME, and when a
// jump callback of the same clock calls them.
#pragma once

#include <baton/clock.hpp>
#include <baton/namespaces.hpp>
#include <baton/time.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// From now on the clock tells the simulated time that was set last, 0 if none was; false: the
/// system's time. Sleeps on the clock end. Nothing happens when it does already.
BATON_PUBLIC void set_ros_time_is_active(Clock& clock, bool active);
/// Sets the simulated time, also into the past; it is told while it is active.
BATON_PUBLIC void set_ros_time_override(Clock& clock, const Time& time);

}  // namespace rclcpp
