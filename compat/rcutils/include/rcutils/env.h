// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include <rcutils/macros.h>

/// NULL as value removes the variable. Like setenv(), not thread-safe.
static inline bool rcutils_set_env_overwrite(const char* env_name, const char* env_value,
                                             bool overwrite) {
  if (env_name == NULL) return false;
  if (env_value == NULL) return unsetenv(env_name) == 0;
  return setenv(env_name, env_value, overwrite) == 0;
}

static inline bool rcutils_set_env(const char* env_name, const char* env_value) {
  return rcutils_set_env_overwrite(env_name, env_value, true);
}

/// Returns NULL, or what is wrong. A variable that is not set reads as "".
static inline const char* rcutils_get_env(const char* env_name, const char** env_value) {
  const char* value;
  if (env_name == NULL) return "argument env_name is null";
  if (env_value == NULL) return "argument env_value is null";
  value = getenv(env_name);
  *env_value = value != NULL ? value : "";
  return NULL;
}

/// The value of HOME; NULL when it is not set or empty.
static inline const char* rcutils_get_home_dir(void) {
  const char* const home = getenv("HOME");
  return home != NULL && *home != 0 ? home : NULL;
}
