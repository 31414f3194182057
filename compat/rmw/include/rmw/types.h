// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string.h>

#include <baton/ros_c/rcutils_uint8_array.h>
#include <baton/ros_c/rmw_message_info.h>
#include <baton/ros_c/rmw_qos_profile.h>
#include <rmw/ret_types.h>
#include <rmw/serialized_message.h>
#include <rmw/time.h>

static inline rmw_message_info_t rmw_get_zero_initialized_message_info(void) {
  rmw_message_info_t info;
  memset(&info, 0, sizeof info);
  return info;
}
