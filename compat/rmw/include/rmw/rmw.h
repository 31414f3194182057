// SPDX-License-Identifier: Apache-2.0
#pragma once

// There is no middleware interface here, only functions that programs use to ask about it and for
// bytes of messages.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <baton/ros_c/serialize_message.h>

#include <rmw/qos_profiles.h>
#include <rmw/serialized_message.h>
#include <rmw/types.h>
#include <rosidl_runtime_c/message_type_support_struct.h>
#include <rosidl_runtime_c/service_type_support_struct.h>

static inline const char* rmw_get_implementation_identifier(void) {
  return BATON_IMPLEMENTATION_IDENTIFIER;
}
static inline const char* rmw_get_serialization_format(void) { return "cdr"; }

/// Replaces the bytes. `type_support` is a handle that Baton has made.
static inline rmw_ret_t rmw_serialize(const void* ros_message,
                                      const rosidl_message_type_support_t* type_support,
                                      rmw_serialized_message_t* serialized_message) {
  return baton_rmw_serialize(ros_message, type_support, serialized_message);
}
/// `ros_message` is a constructed message.
static inline rmw_ret_t rmw_deserialize(const rmw_serialized_message_t* serialized_message,
                                        const rosidl_message_type_support_t* type_support,
                                        void* ros_message) {
  return baton_rmw_deserialize(serialized_message, type_support, ros_message);
}

static inline rmw_ret_t rmw_compare_gids_equal(const rmw_gid_t* gid1, const rmw_gid_t* gid2,
                                               bool* result) {
  if (gid1 == NULL || gid2 == NULL || result == NULL) return RMW_RET_INVALID_ARGUMENT;
  *result = memcmp(gid1->data, gid2->data, sizeof gid1->data) == 0;
  return RMW_RET_OK;
}
