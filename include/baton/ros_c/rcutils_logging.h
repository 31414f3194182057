// SPDX-License-Identifier: Apache-2.0
// Logging as rcutils spells it; for C and C++.
//
// Unlike in rcutils any thread may call anything here. Nothing has to be initialised, and what is
// logged goes to the console, the log file and /rosout unless an output handler is set. Loggers are
// known by name; a NULL name is a logger without one, which has the default level.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <baton/ros_c/rcl_time.h>
#include <baton/ros_c/rcutils_ret.h>
#include <baton/visibility.hpp>

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_LOGGING_SEPARATOR_CHAR '.'
#define RCUTILS_LOGGING_SEPARATOR_STRING "."

/// Where in the source a message comes from; the texts outlive the message.
typedef struct rcutils_log_location_s {
  const char* function_name;
  const char* file_name;
  size_t line_number;
} rcutils_log_location_t;

enum RCUTILS_LOG_SEVERITY {
  RCUTILS_LOG_SEVERITY_UNSET = 0,
  RCUTILS_LOG_SEVERITY_DEBUG = 10,
  RCUTILS_LOG_SEVERITY_INFO = 20,
  RCUTILS_LOG_SEVERITY_WARN = 30,
  RCUTILS_LOG_SEVERITY_ERROR = 40,
  RCUTILS_LOG_SEVERITY_FATAL = 50,
};

#define RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL RCUTILS_LOG_SEVERITY_INFO

/// "INFO" at RCUTILS_LOG_SEVERITY_INFO and so on; NULL between the levels.
BATON_PUBLIC extern const char* const g_rcutils_log_severity_names[RCUTILS_LOG_SEVERITY_FATAL + 1];

/// Between rcutils_logging_initialize() and rcutils_logging_shutdown(). Logging works without, too.
BATON_PUBLIC extern bool g_rcutils_logging_initialized;
/// Reads the environment if that has not been done; the first message does it too. Never fails.
BATON_PUBLIC rcutils_ret_t rcutils_logging_initialize(void);
/// Forgets levels and handler and closes the log file. The next message reads the environment
/// again.
BATON_PUBLIC rcutils_ret_t rcutils_logging_shutdown(void);

/// Gets every message whose level is wanted, unformatted. It may use `args` once.
typedef void (*rcutils_logging_output_handler_t)(const rcutils_log_location_t* location,
                                                 int severity, const char* name,
                                                 rcutils_time_point_value_t timestamp,
                                                 const char* format, va_list* args);

/// Never NULL: the one that writes to all outputs unless another was set.
BATON_PUBLIC rcutils_logging_output_handler_t rcutils_logging_get_output_handler(void);
/// NULL discards all messages.
BATON_PUBLIC void rcutils_logging_set_output_handler(rcutils_logging_output_handler_t handler);
/// Writes to the console only.
BATON_PUBLIC void rcutils_logging_console_output_handler(const rcutils_log_location_t* location,
                                                         int severity, const char* name,
                                                         rcutils_time_point_value_t timestamp,
                                                         const char* format, va_list* args);

BATON_PUBLIC int rcutils_logging_get_default_logger_level(void);
/// UNSET means INFO.
BATON_PUBLIC void rcutils_logging_set_default_logger_level(int level);
/// The level of this very logger; UNSET if it has none; -1 for NULL. "" is the default level.
BATON_PUBLIC int rcutils_logging_get_logger_level(const char* name);
/// Like rcutils_logging_get_logger_level(), for the first `name_length` characters of `name`.
BATON_PUBLIC int rcutils_logging_get_logger_leveln(const char* name, size_t name_length);
/// RCUTILS_RET_INVALID_ARGUMENT for a NULL name and for a level that is none of the six.
BATON_PUBLIC rcutils_ret_t rcutils_logging_set_logger_level(const char* name, int level);
/// The level of the nearest ancestor that has one (`a.b` is an ancestor of `a.b.c`), else the
/// default one; -1 for NULL.
BATON_PUBLIC int rcutils_logging_get_logger_effective_level(const char* name);
BATON_PUBLIC bool rcutils_logging_logger_is_enabled_for(const char* name, int severity);

/// Logs a message, formatted as printf does, if its level is wanted. May block on the console.
BATON_PUBLIC void rcutils_log(const rcutils_log_location_t* location, int severity,
                              const char* name, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
/// Like rcutils_log(), but logs whatever the level is.
BATON_PUBLIC void rcutils_log_internal(const rcutils_log_location_t* location, int severity,
                                       const char* name, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

#ifdef __cplusplus
}
#endif
