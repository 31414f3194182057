// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

/// Functions that allocate, and what they are called with.
typedef struct rcutils_allocator_s {
  void* (*allocate)(size_t size, void* state);
  void (*deallocate)(void* pointer, void* state);
  void* (*reallocate)(void* pointer, size_t size, void* state);
  void* (*zero_allocate)(size_t number_of_elements, size_t size_of_element, void* state);
  void* state;
} rcutils_allocator_t;
