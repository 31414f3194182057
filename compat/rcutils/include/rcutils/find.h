// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The position of a character in a text; SIZE_MAX if the text lacks it, or is NULL.

static inline size_t rcutils_findn(const char* str, char delimiter, size_t length) {
  const char* const at = str != NULL ? (const char*)memchr(str, delimiter, length) : NULL;
  return at != NULL ? (size_t)(at - str) : SIZE_MAX;
}
static inline size_t rcutils_find(const char* str, char delimiter) {
  return rcutils_findn(str, delimiter, str != NULL ? strlen(str) : 0);
}
static inline size_t rcutils_find_lastn(const char* str, char delimiter, size_t length) {
  if (str == NULL) return SIZE_MAX;
  while (length > 0 && str[length - 1] != delimiter) --length;
  return length > 0 ? length - 1 : SIZE_MAX;
}
static inline size_t rcutils_find_last(const char* str, char delimiter) {
  return rcutils_find_lastn(str, delimiter, str != NULL ? strlen(str) : 0);
}
