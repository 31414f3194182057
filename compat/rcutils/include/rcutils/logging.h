// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdio.h>
#include <strings.h>

#include <baton/ros_c/rcutils_logging.h>

#include <rcutils/allocator.h>
#include <rcutils/macros.h>
#include <rcutils/time.h>
#include <rcutils/visibility_control.h>
#ifdef __cplusplus
#include <rcutils/error_handling.h>
#endif

/// Nothing is allocated by it.
static inline rcutils_ret_t rcutils_logging_initialize_with_allocator(
    rcutils_allocator_t allocator) {
  if (!rcutils_allocator_is_valid(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  return rcutils_logging_initialize();
}

/// Of "debug" as of "DEBUG". RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID for what is none of the
/// six.
static inline rcutils_ret_t rcutils_logging_severity_level_from_string(
    const char* severity_string, rcutils_allocator_t allocator, int* severity) {
  int level;
  (void)allocator;
  if (severity_string == NULL || severity == NULL) return RCUTILS_RET_INVALID_ARGUMENT;
  for (level = RCUTILS_LOG_SEVERITY_UNSET; level <= RCUTILS_LOG_SEVERITY_FATAL; ++level) {
    const char* const name = g_rcutils_log_severity_names[level];
    if (name != NULL && strcasecmp(name, severity_string) == 0) {
      *severity = level;
      return RCUTILS_RET_OK;
    }
  }
  return RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID;
}
