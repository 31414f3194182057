// SPDX-License-Identifier: Apache-2.0
// The C types of ROS's rcl_action that C++ users of actions meet: options and quality of service.
#pragma once

#include <baton/ros_c/rcl_time.h>
#include <baton/ros_c/rcutils_allocator.h>
#include <baton/ros_c/rmw_qos_profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The last status of all goals, also for subscriptions that come late.
static const rmw_qos_profile_t rcl_action_qos_profile_status_default = {
    RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
    RMW_QOS_DEADLINE_DEFAULT,
    RMW_QOS_LIFESPAN_DEFAULT,
    RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
    RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT,
    false};

// What `allocator` is here.
static const rcutils_allocator_t baton_action_no_allocator = {0, 0, 0, 0, 0};

typedef struct rcl_action_server_options_s {
  rmw_qos_profile_t goal_service_qos;
  rmw_qos_profile_t cancel_service_qos;
  rmw_qos_profile_t result_service_qos;
  rmw_qos_profile_t feedback_topic_qos;
  rmw_qos_profile_t status_topic_qos;
  /// Not used.
  rcutils_allocator_t allocator;
  /// How long the result of a goal is kept behind its end. Negative: as long as the server.
  rcl_duration_t result_timeout;
} rcl_action_server_options_t;

typedef struct rcl_action_client_options_s {
  rmw_qos_profile_t goal_service_qos;
  rmw_qos_profile_t result_service_qos;
  rmw_qos_profile_t cancel_service_qos;
  rmw_qos_profile_t feedback_topic_qos;
  rmw_qos_profile_t status_topic_qos;
  /// Not used.
  rcutils_allocator_t allocator;
} rcl_action_client_options_t;

/// A result is kept for 10 s, as in Jazzy.
static inline rcl_action_server_options_t rcl_action_server_get_default_options(void) {
  rcl_action_server_options_t options;
  options.goal_service_qos = rmw_qos_profile_services_default;
  options.cancel_service_qos = rmw_qos_profile_services_default;
  options.result_service_qos = rmw_qos_profile_services_default;
  options.feedback_topic_qos = rmw_qos_profile_default;
  options.status_topic_qos = rcl_action_qos_profile_status_default;
  options.allocator = baton_action_no_allocator;
  options.result_timeout.nanoseconds = RCUTILS_S_TO_NS(10);
  return options;
}

static inline rcl_action_client_options_t rcl_action_client_get_default_options(void) {
  rcl_action_client_options_t options;
  options.goal_service_qos = rmw_qos_profile_services_default;
  options.result_service_qos = rmw_qos_profile_services_default;
  options.cancel_service_qos = rmw_qos_profile_services_default;
  options.feedback_topic_qos = rmw_qos_profile_default;
  options.status_topic_qos = rcl_action_qos_profile_status_default;
  options.allocator = baton_action_no_allocator;
  return options;
}

#ifdef __cplusplus
}
#endif
