// SPDX-License-Identifier: Apache-2.0
// The C types of ROS's time headers, under their own names: nanoseconds everywhere.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define RCUTILS_S_TO_NS(seconds) ((seconds) * (1000LL * 1000LL * 1000LL))
#define RCUTILS_MS_TO_NS(milliseconds) ((milliseconds) * (1000LL * 1000LL))
#define RCUTILS_US_TO_NS(microseconds) ((microseconds)*1000LL)
/// Whole units, rounded towards zero.
#define RCUTILS_NS_TO_S(nanoseconds) ((nanoseconds) / (1000LL * 1000LL * 1000LL))
#define RCUTILS_NS_TO_MS(nanoseconds) ((nanoseconds) / (1000LL * 1000LL))
#define RCUTILS_NS_TO_US(nanoseconds) ((nanoseconds) / 1000LL)

#define RCL_S_TO_NS RCUTILS_S_TO_NS
#define RCL_MS_TO_NS RCUTILS_MS_TO_NS
#define RCL_US_TO_NS RCUTILS_US_TO_NS
#define RCL_NS_TO_S RCUTILS_NS_TO_S
#define RCL_NS_TO_MS RCUTILS_NS_TO_MS
#define RCL_NS_TO_US RCUTILS_NS_TO_US

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t rcutils_time_point_value_t;
typedef int64_t rcutils_duration_value_t;
typedef rcutils_time_point_value_t rcl_time_point_value_t;
typedef rcutils_duration_value_t rcl_duration_value_t;

typedef enum rcl_clock_type_e {
  RCL_CLOCK_UNINITIALIZED = 0,
  /// Simulated time while it is active, else system time.
  RCL_ROS_TIME,
  /// Since 1970; may step.
  RCL_SYSTEM_TIME,
  /// Never steps; only differences mean something.
  RCL_STEADY_TIME
} rcl_clock_type_t;

typedef struct rcl_time_point_s {
  rcl_time_point_value_t nanoseconds;
  rcl_clock_type_t clock_type;
} rcl_time_point_t;

typedef struct rcl_duration_s {
  rcl_duration_value_t nanoseconds;
} rcl_duration_t;

typedef enum rcl_clock_change_e {
  RCL_ROS_TIME_NO_CHANGE = 1,
  RCL_ROS_TIME_ACTIVATED = 2,
  RCL_ROS_TIME_DEACTIVATED = 3,
  RCL_SYSTEM_TIME_NO_CHANGE = 4
} rcl_clock_change_t;

typedef struct rcl_time_jump_s {
  rcl_clock_change_t clock_change;
  /// New time minus old; 0 when the source of time changed.
  rcl_duration_t delta;
} rcl_time_jump_t;

/// Which jumps a callback is called for.
typedef struct rcl_jump_threshold_s {
  /// When simulated time begins or ends to be used.
  bool on_clock_change;
  /// The smallest jump forward that counts, positive; 0: none counts.
  rcl_duration_t min_forward;
  /// The smallest jump backward that counts, negative; 0: none counts.
  rcl_duration_t min_backward;
} rcl_jump_threshold_t;

typedef void (*rcl_jump_callback_t)(const rcl_time_jump_t* time_jump, bool before_jump,
                                    void* user_data);

#ifdef __cplusplus
}
#endif
