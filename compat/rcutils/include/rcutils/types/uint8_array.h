// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string.h>

#include <baton/ros_c/rcutils_uint8_array.h>

#include <rcutils/allocator.h>
#include <rcutils/types/rcutils_ret.h>

static inline rcutils_uint8_array_t rcutils_get_zero_initialized_uint8_array(void) {
  rcutils_uint8_array_t array;
  memset(&array, 0, sizeof array);
  return array;
}

/// Changes the capacity; bytes behind it are lost.
static inline rcutils_ret_t rcutils_uint8_array_resize(rcutils_uint8_array_t* array,
                                                       size_t new_size) {
  uint8_t* memory;
  if (array == NULL || new_size == 0 || !rcutils_allocator_is_valid(&array->allocator)) {
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  if (new_size == array->buffer_capacity) return RCUTILS_RET_OK;
  memory = (uint8_t*)array->allocator.reallocate(array->buffer, new_size, array->allocator.state);
  if (memory == NULL) return RCUTILS_RET_BAD_ALLOC;
  array->buffer = memory;
  array->buffer_capacity = new_size;
  if (array->buffer_length > new_size) array->buffer_length = new_size;
  return RCUTILS_RET_OK;
}

/// `array` must hold no memory.
static inline rcutils_ret_t rcutils_uint8_array_init(rcutils_uint8_array_t* array,
                                                     size_t array_capacity,
                                                     const rcutils_allocator_t* allocator) {
  if (array == NULL || !rcutils_allocator_is_valid(allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  *array = rcutils_get_zero_initialized_uint8_array();
  array->allocator = *allocator;
  return array_capacity == 0 ? RCUTILS_RET_OK : rcutils_uint8_array_resize(array, array_capacity);
}

static inline rcutils_ret_t rcutils_uint8_array_fini(rcutils_uint8_array_t* array) {
  if (array == NULL || !rcutils_allocator_is_valid(&array->allocator)) {
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  array->allocator.deallocate(array->buffer, array->allocator.state);
  array->buffer = NULL;
  array->buffer_length = 0;
  array->buffer_capacity = 0;
  return RCUTILS_RET_OK;
}
