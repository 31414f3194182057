// SPDX-License-Identifier: Apache-2.0
// Names of clock types for messages to people.
#pragma once

#include <baton/ros_c/rcl_time.h>

namespace baton::client {

inline const char* clock_type_name(rcl_clock_type_t type) {
  switch (type) {
    case RCL_ROS_TIME:
      return "RCL_ROS_TIME";
    case RCL_SYSTEM_TIME:
      return "RCL_SYSTEM_TIME";
    case RCL_STEADY_TIME:
      return "RCL_STEADY_TIME";
    case RCL_CLOCK_UNINITIALIZED:
      break;
  }
  return "RCL_CLOCK_UNINITIALIZED";
}

}  // namespace baton::client
