// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>

static inline bool rcutils_isalnum_no_locale(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
