// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

typedef struct rcl_subscription_s rcl_subscription_t;
typedef struct rcl_guard_condition_s rcl_guard_condition_t;
typedef struct rcl_timer_s rcl_timer_t;
typedef struct rcl_client_s rcl_client_t;
typedef struct rcl_service_s rcl_service_t;

/* What a wait has found: an entry that is not NULL is ready. They can be compared with NULL alone.
 */
typedef struct rcl_wait_set_s {
  const rcl_subscription_t** subscriptions;
  size_t size_of_subscriptions;
  const rcl_guard_condition_t** guard_conditions;
  size_t size_of_guard_conditions;
  const rcl_timer_t** timers;
  size_t size_of_timers;
  const rcl_client_t** clients;
  size_t size_of_clients;
  const rcl_service_t** services;
  size_t size_of_services;
  void* impl; /* what a waitable adds to; NULL: nothing can be added */
} rcl_wait_set_t;
