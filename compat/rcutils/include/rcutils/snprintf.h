// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdarg.h>
#include <stdio.h>

#include <rcutils/macros.h>

/// Like snprintf(): returns the length of the whole text.
static inline int rcutils_vsnprintf(char* buffer, size_t size, const char* format, va_list args) {
  return vsnprintf(buffer, size, format, args);
}

static inline int rcutils_snprintf(char* buffer, size_t size, const char* format, ...)
    RCUTILS_ATTRIBUTE_PRINTF_FORMAT(3, 4);
static inline int rcutils_snprintf(char* buffer, size_t size, const char* format, ...) {
  va_list args;
  int length;
  va_start(args, format);
  length = vsnprintf(buffer, size, format, args);
  va_end(args);
  return length;
}
