// SPDX-License-Identifier: Apache-2.0
// How a time source drives a clock of type RCL_ROS_TIME, and how executors follow it.
//
// Thread safety: all. The callbacks run on the thread that calls, under the clock's mutex.
#pragma once

#include <cstdint>
#include <memory>

#include <baton/clock.hpp>

namespace baton::client {

/// From now on the clock tells the simulated time that was set last, 0 if none was. Sleeps on the
/// clock end, jump callbacks are called. Nothing happens when it does already.
void enable_ros_time(Clock& clock);
/// Back to system time, likewise.
void disable_ros_time(Clock& clock);
/// Sets the simulated time, into the past too; told and slept by only while it is enabled.
void set_ros_time(Clock& clock, std::int64_t time_ns);

/// These are called before and after every change of the clock's simulated time or of its source,
/// as jump callbacks are; `before` may be empty. Until the handle is gone; giving it up waits for a
/// call in another thread.
[[nodiscard]] std::shared_ptr<void> on_clock_changed(Clock& clock,
                                                     JumpHandler::pre_callback_t before,
                                                     JumpHandler::post_callback_t after);

}  // namespace baton::client
