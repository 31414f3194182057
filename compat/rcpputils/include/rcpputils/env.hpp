// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <rcutils/env.h>

namespace rcpputils {

/// Returns "" if the variable is not set. Throws std::runtime_error for a null pointer.
inline std::string get_env_var(const char* env_var) {
  const char* value = nullptr;
  if (const char* const error = rcutils_get_env(env_var, &value)) throw std::runtime_error(error);
  return value;
}

/// A null pointer as value removes the variable. Throws std::runtime_error if that fails.
inline bool set_env_var(const char* env_var, const char* env_value) {
  if (!rcutils_set_env(env_var, env_value)) {
    throw std::runtime_error("the environment variable '" + std::string(env_var ? env_var : "") +
                             "' cannot be set: give a name that is not empty and has no '='");
  }
  return true;
}

}  // namespace rcpputils
