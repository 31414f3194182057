// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <baton/ros_c/rcutils_allocator.h>

typedef struct rcutils_uint8_array_s {
  uint8_t* buffer; /* of the allocator */
  size_t buffer_length;
  size_t buffer_capacity;
  rcutils_allocator_t allocator;
} rcutils_uint8_array_t;

typedef rcutils_uint8_array_t rmw_serialized_message_t;
typedef rcutils_uint8_array_t rcl_serialized_message_t;
