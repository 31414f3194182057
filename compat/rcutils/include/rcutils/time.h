// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <baton/ros_c/rcl_time.h>

#include <rcutils/types.h>

#define RCUTILS_STEADY_TIME rcutils_steady_time_now

static inline rcutils_ret_t baton_clock_now(clockid_t clock, rcutils_time_point_value_t* now) {
  struct timespec time;
  if (now == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  if (clock_gettime(clock, &time) != 0) return RCUTILS_RET_ERROR;
  *now = RCUTILS_S_TO_NS((int64_t)time.tv_sec) + time.tv_nsec;
  return RCUTILS_RET_OK;
}

/// Since 1970.
static inline rcutils_ret_t rcutils_system_time_now(rcutils_time_point_value_t* now) {
  return baton_clock_now(CLOCK_REALTIME, now);
}
/// CLOCK_MONOTONIC, as a steady Clock tells it.
static inline rcutils_ret_t rcutils_steady_time_now(rcutils_time_point_value_t* now) {
  return baton_clock_now(CLOCK_MONOTONIC, now);
}

/// 19 digits, behind a '-' if the time is negative. Cut off if `size` is less.
static inline rcutils_ret_t rcutils_time_point_value_as_nanoseconds_string(
    const rcutils_time_point_value_t* time_point, char* text, size_t size) {
  if (time_point == NULL || text == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  if (size == 0) return RCUTILS_RET_OK;
  (void)snprintf(text, size, *time_point < 0 ? "%020" PRId64 : "%019" PRId64, *time_point);
  return RCUTILS_RET_OK;
}

/// "1700000000.123456789"
static inline rcutils_ret_t rcutils_time_point_value_as_seconds_string(
    const rcutils_time_point_value_t* time_point, char* text, size_t size) {
  uint64_t magnitude_ns;
  if (time_point == NULL || text == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  if (size == 0) return RCUTILS_RET_OK;
  magnitude_ns = *time_point < 0 ? 0 - (uint64_t)*time_point : (uint64_t)*time_point;
  (void)snprintf(text, size, "%s%010" PRIu64 ".%09" PRIu64, *time_point < 0 ? "-" : "",
                 magnitude_ns / 1000000000u, magnitude_ns % 1000000000u);
  return RCUTILS_RET_OK;
}
