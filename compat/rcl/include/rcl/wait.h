// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

#include <baton/ros_c/rcl_wait_set.h>
#include <rcl/types.h>

/* A wait set without entities. Those that wait are made by rclcpp::WaitSet. */
static inline rcl_wait_set_t rcl_get_zero_initialized_wait_set(void) {
  const rcl_wait_set_t nothing = {NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL};
  return nothing;
}
