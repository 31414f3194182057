// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string.h>

#include <rcutils/allocator.h>

/// A copy that the allocator's deallocate() frees; NULL without a text or memory.
static inline char* rcutils_strndup(const char* str, size_t length, rcutils_allocator_t allocator) {
  char* copy;
  if (str == NULL || !rcutils_allocator_is_valid(&allocator)) return NULL;
  copy = (char*)allocator.allocate(length + 1, allocator.state);
  if (copy == NULL) return NULL;
  memcpy(copy, str, length);
  copy[length] = 0;
  return copy;
}

static inline char* rcutils_strdup(const char* str, rcutils_allocator_t allocator) {
  return rcutils_strndup(str, str != NULL ? strlen(str) : 0, allocator);
}
