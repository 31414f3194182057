// SPDX-License-Identifier: Apache-2.0
/* A type as ROS's libraries hand it around: the name of its form, data in that form, and a function
 * that finds the same type in another one. For C and C++; <baton/type_support_handle.hpp> makes
 * them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ROSIDL_TYPE_HASH_SIZE 32
#define ROSIDL_TYPE_HASH_VERSION_UNSET 0

/// RIHS01, for a version of 1.
typedef struct rosidl_type_hash_s {
  uint8_t version;
  uint8_t value[ROSIDL_TYPE_HASH_SIZE];
} rosidl_type_hash_t;

typedef struct rosidl_message_type_support_t rosidl_message_type_support_t;
typedef struct rosidl_service_type_support_t rosidl_service_type_support_t;
typedef struct rosidl_action_type_support_t rosidl_action_type_support_t;

/// NULL if the type does not exist in that form.
typedef const rosidl_message_type_support_t* (*rosidl_message_typesupport_handle_function)(
    const rosidl_message_type_support_t* handle, const char* identifier);
typedef const rosidl_service_type_support_t* (*rosidl_service_typesupport_handle_function)(
    const rosidl_service_type_support_t* handle, const char* identifier);
typedef const rosidl_type_hash_t* (*rosidl_message_get_type_hash_function)(
    const rosidl_message_type_support_t* handle);
typedef const rosidl_type_hash_t* (*rosidl_service_get_type_hash_function)(
    const rosidl_service_type_support_t* handle);
typedef const rosidl_type_hash_t* (*rosidl_action_get_type_hash_function)(
    const rosidl_action_type_support_t* handle);

/// Never destroyed. `data` is a baton::msg::TypeSupport, or what introspection has.
struct rosidl_message_type_support_t {
  const char* typesupport_identifier;
  const void* data;
  rosidl_message_typesupport_handle_function func;
  rosidl_message_get_type_hash_function get_type_hash_func;
};

struct rosidl_service_type_support_t {
  const char* typesupport_identifier;
  const void* data;
  rosidl_service_typesupport_handle_function func;
  const rosidl_message_type_support_t* request_typesupport;
  const rosidl_message_type_support_t* response_typesupport;
  const rosidl_message_type_support_t* event_typesupport;
  rosidl_service_get_type_hash_function get_type_hash_func;
};

struct rosidl_action_type_support_t {
  const rosidl_service_type_support_t* goal_service_type_support;
  const rosidl_service_type_support_t* result_service_type_support;
  const rosidl_service_type_support_t* cancel_service_type_support;
  const rosidl_message_type_support_t* feedback_message_type_support;
  const rosidl_message_type_support_t* status_message_type_support;
  rosidl_action_get_type_hash_function get_type_hash_func;
};

static inline const rosidl_message_type_support_t* get_message_typesupport_handle(
    const rosidl_message_type_support_t* handle, const char* identifier) {
  return handle->func(handle, identifier);
}
static inline const rosidl_service_type_support_t* get_service_typesupport_handle(
    const rosidl_service_type_support_t* handle, const char* identifier) {
  return handle->func(handle, identifier);
}
