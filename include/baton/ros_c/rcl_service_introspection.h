// SPDX-License-Identifier: Apache-2.0
// How much of its calls a service or a client publishes.
#pragma once

#define RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX "/_service_event"

typedef enum rcl_service_introspection_state_e {
  RCL_SERVICE_INTROSPECTION_OFF,      /* nothing */
  RCL_SERVICE_INTROSPECTION_METADATA, /* the client, and the time of the call */
  RCL_SERVICE_INTROSPECTION_CONTENTS  /* requests and responses, too */
} rcl_service_introspection_state_t;
