// SPDX-License-Identifier: Apache-2.0
// States and transitions of lifecycle nodes, as rcl_lifecycle's interface shows them.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcl_lifecycle_transition_s rcl_lifecycle_transition_t;

typedef struct rcl_lifecycle_state_s {
  const char* label;
  unsigned int id;
  rcl_lifecycle_transition_t* valid_transitions;
  unsigned int valid_transition_size;
} rcl_lifecycle_state_t;

struct rcl_lifecycle_transition_s {
  const char* label;
  unsigned int id;
  rcl_lifecycle_state_t* start;
  rcl_lifecycle_state_t* goal;
};

// Labels of transitions: those that a user asks for, and those that follow from what a callback
// returned.
static const char* const rcl_lifecycle_configure_label = "configure";
static const char* const rcl_lifecycle_cleanup_label = "cleanup";
static const char* const rcl_lifecycle_activate_label = "activate";
static const char* const rcl_lifecycle_deactivate_label = "deactivate";
static const char* const rcl_lifecycle_shutdown_label = "shutdown";
static const char* const rcl_lifecycle_transition_success_label = "transition_success";
static const char* const rcl_lifecycle_transition_failure_label = "transition_failure";
static const char* const rcl_lifecycle_transition_error_label = "transition_error";

#ifdef __cplusplus
}
#endif
