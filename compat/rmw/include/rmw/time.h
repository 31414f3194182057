// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <baton/ros_c/rmw_qos_profile.h>

/// Nanoseconds.
typedef int64_t rmw_duration_t;

/// A length that does not fit becomes the longest one.
static inline rmw_duration_t rmw_time_total_nsec(const rmw_time_t time) {
  const uint64_t second_ns = 1000000000u;
  const uint64_t longest_ns = (uint64_t)INT64_MAX;
  if (time.sec > longest_ns / second_ns || time.nsec > longest_ns - time.sec * second_ns) {
    return INT64_MAX;
  }
  return (rmw_duration_t)(time.sec * second_ns + time.nsec);
}

/// A negative length is infinite.
static inline rmw_time_t rmw_time_from_nsec(const rmw_duration_t length_ns) {
  const rmw_time_t infinite = RMW_DURATION_INFINITE;
  rmw_time_t time;
  if (length_ns < 0) return infinite;
  time.sec = (uint64_t)length_ns / 1000000000u;
  time.nsec = (uint64_t)length_ns % 1000000000u;
  return time;
}

static inline rmw_time_t rmw_time_normalize(const rmw_time_t time) {
  return rmw_time_from_nsec(rmw_time_total_nsec(time));
}

static inline bool rmw_time_equal(const rmw_time_t left, const rmw_time_t right) {
  return rmw_time_total_nsec(left) == rmw_time_total_nsec(right);
}
