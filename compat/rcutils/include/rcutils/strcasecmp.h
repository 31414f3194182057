// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <strings.h>

static inline int rcutils_strcasecmp(const char* one, const char* other) {
  return strcasecmp(one, other);
}
static inline int rcutils_strncasecmp(const char* one, const char* other, size_t length) {
  return strncasecmp(one, other, length);
}
