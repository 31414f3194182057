// SPDX-License-Identifier: Apache-2.0
/* What ROS's middleware interface says of an endpoint's events, in its words. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <baton/ros_c/rmw_qos_profile.h>

/* `..._change` counts since the event was last reported. */

typedef struct rmw_requested_deadline_missed_status_s {
  int32_t total_count;
  int32_t total_count_change;
} rmw_requested_deadline_missed_status_t;

typedef rmw_requested_deadline_missed_status_t rmw_offered_deadline_missed_status_t;

typedef struct rmw_liveliness_changed_status_s {
  int32_t alive_count;
  int32_t not_alive_count;
  int32_t alive_count_change;
  int32_t not_alive_count_change;
} rmw_liveliness_changed_status_t;

typedef struct rmw_liveliness_lost_status_s {
  int32_t total_count;
  int32_t total_count_change;
} rmw_liveliness_lost_status_t;

typedef struct rmw_message_lost_status_s {
  size_t total_count;
  size_t total_count_change;
} rmw_message_lost_status_t;

typedef struct rmw_qos_incompatible_event_status_s {
  int32_t total_count;
  int32_t total_count_change;
  rmw_qos_policy_kind_t last_policy_kind;
} rmw_qos_incompatible_event_status_t;

typedef rmw_qos_incompatible_event_status_t rmw_requested_qos_incompatible_event_status_t;
typedef rmw_qos_incompatible_event_status_t rmw_offered_qos_incompatible_event_status_t;

typedef struct rmw_incompatible_type_status_s {
  int32_t total_count;
  int32_t total_count_change;
} rmw_incompatible_type_status_t;

typedef struct rmw_matched_status_s {
  size_t total_count;
  size_t total_count_change;
  size_t current_count;
  int32_t current_count_change;
} rmw_matched_status_t;
