// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// Whether one of the arguments from `begin` up to `end` is `option`.
static inline bool rcutils_cli_option_exist(char** begin, char** end, const char* option) {
  for (char** at = begin; at != end; ++at) {
    if (strcmp(*at, option) == 0) return true;
  }
  return false;
}

/// The argument behind `option`; NULL if there is none.
static inline char* rcutils_cli_get_option(char** begin, char** end, const char* option) {
  for (char** at = begin; at != end; ++at) {
    if (strcmp(*at, option) == 0) return at + 1 != end ? at[1] : NULL;
  }
  return NULL;
}
