// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdarg.h>
#include <stdio.h>

#include <rcutils/allocator.h>
#include <rcutils/macros.h>

static inline char* rcutils_format_string_limit(rcutils_allocator_t allocator, size_t limit,
                                                const char* format, ...)
    RCUTILS_ATTRIBUTE_PRINTF_FORMAT(3, 4);
/// A text of at most `limit` bytes, its zero included. Has to be freed by the allocator; NULL
/// without memory.
static inline char* rcutils_format_string_limit(rcutils_allocator_t allocator, size_t limit,
                                                const char* format, ...) {
  va_list args;
  char* text;
  size_t size;
  int length;
  if (format == NULL || !rcutils_allocator_is_valid(&allocator)) return NULL;
  va_start(args, format);
  length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0) return NULL;
  size = (size_t)length + 1 < limit ? (size_t)length + 1 : limit;
  text = (char*)allocator.allocate(size, allocator.state);
  if (text == NULL) return NULL;
  va_start(args, format);
  (void)vsnprintf(text, size, format, args);
  va_end(args);
  return text;
}

#define rcutils_format_string(allocator, ...) \
  rcutils_format_string_limit(allocator, 2048, __VA_ARGS__)
