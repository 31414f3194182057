// SPDX-License-Identifier: Apache-2.0
// RCUTILS_LOG_<severity>[_ONCE|_EXPRESSION|_FUNCTION|_SKIPFIRST|_THROTTLE|_SKIPFIRST_THROTTLE][_NAMED]
//
// All are statements; conditions and arguments are evaluated only where the logger's level lets the
// message through. _THROTTLE takes `rcutils_ret_t get_time(rcutils_time_point_value_t*)` and
// milliseconds.
#pragma once

#include <baton/ros_c/log_site.h>
#include <baton/ros_c/rcutils_logging.h>

#define RCUTILS_LOG_MIN_SEVERITY_DEBUG 0
#define RCUTILS_LOG_MIN_SEVERITY_INFO 1
#define RCUTILS_LOG_MIN_SEVERITY_WARN 2
#define RCUTILS_LOG_MIN_SEVERITY_ERROR 3
#define RCUTILS_LOG_MIN_SEVERITY_FATAL 4
#define RCUTILS_LOG_MIN_SEVERITY_NONE 5

/// Messages below this severity are compiled out.
#ifndef RCUTILS_LOG_MIN_SEVERITY
#define RCUTILS_LOG_MIN_SEVERITY RCUTILS_LOG_MIN_SEVERITY_DEBUG
#endif

#define RCUTILS_LOGGING_AUTOINIT (void)rcutils_logging_initialize();

#define BATON_LOG_C(condition, severity, name, ...)                                          \
  do {                                                                                       \
    static const rcutils_log_location_t baton_log_location = {__func__, __FILE__, __LINE__}; \
    static baton_log_site_t baton_log_site = {0, 0};                                         \
    (void)baton_log_site;                                                                    \
    const char* const baton_log_name = (name);                                               \
    if (rcutils_logging_logger_is_enabled_for(baton_log_name, severity) && (condition)) {    \
      rcutils_log_internal(&baton_log_location, severity, baton_log_name, __VA_ARGS__);      \
    }                                                                                        \
  } while (0)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_DEBUG
#define BATON_LOG_C_DEBUG(condition, ...) ((void)0)
#else
#define BATON_LOG_C_DEBUG(condition, ...) \
  BATON_LOG_C(condition, RCUTILS_LOG_SEVERITY_DEBUG, __VA_ARGS__)
#endif
#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_INFO
#define BATON_LOG_C_INFO(condition, ...) ((void)0)
#else
#define BATON_LOG_C_INFO(condition, ...) \
  BATON_LOG_C(condition, RCUTILS_LOG_SEVERITY_INFO, __VA_ARGS__)
#endif
#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_WARN
#define BATON_LOG_C_WARN(condition, ...) ((void)0)
#else
#define BATON_LOG_C_WARN(condition, ...) \
  BATON_LOG_C(condition, RCUTILS_LOG_SEVERITY_WARN, __VA_ARGS__)
#endif
#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_ERROR
#define BATON_LOG_C_ERROR(condition, ...) ((void)0)
#else
#define BATON_LOG_C_ERROR(condition, ...) \
  BATON_LOG_C(condition, RCUTILS_LOG_SEVERITY_ERROR, __VA_ARGS__)
#endif
#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_FATAL
#define BATON_LOG_C_FATAL(condition, ...) ((void)0)
#else
#define BATON_LOG_C_FATAL(condition, ...) \
  BATON_LOG_C(condition, RCUTILS_LOG_SEVERITY_FATAL, __VA_ARGS__)
#endif

#define BATON_LOG_C_ONCE baton_log_site_first(&baton_log_site)
#define BATON_LOG_C_SKIPFIRST !baton_log_site_first(&baton_log_site)
/// This order is that of rcutils: the first message that is due is the one that is skipped.
#define BATON_LOG_C_SKIPFIRST_DUE(get_time, duration) \
  (BATON_LOG_C_DUE(get_time, duration) && BATON_LOG_C_SKIPFIRST)

#ifdef __cplusplus
#define BATON_LOG_C_MS(duration) static_cast<int64_t>(duration)
#else
#define BATON_LOG_C_MS(duration) ((int64_t)(duration))
#endif
/// If the time cannot be read, the message is logged.
#define BATON_LOG_C_DUE(get_time, duration)                                              \
  __extension__({                                                                        \
    rcutils_time_point_value_t baton_log_now_ns = 0;                                     \
    get_time(&baton_log_now_ns) != RCUTILS_RET_OK ||                                     \
        baton_log_site_due(&baton_log_site, baton_log_now_ns, BATON_LOG_C_MS(duration)); \
  })

#define RCUTILS_LOG_DEBUG(...) BATON_LOG_C_DEBUG(1, NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_NAMED(name, ...) BATON_LOG_C_DEBUG(1, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_ONCE(...) BATON_LOG_C_DEBUG(BATON_LOG_C_ONCE, NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_ONCE_NAMED(name, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_ONCE, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_EXPRESSION(expression, ...) \
  BATON_LOG_C_DEBUG((expression), NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_EXPRESSION_NAMED(expression, name, ...) \
  BATON_LOG_C_DEBUG((expression), name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_FUNCTION(function, ...) \
  BATON_LOG_C_DEBUG((*function)(), NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_FUNCTION_NAMED(function, name, ...) \
  BATON_LOG_C_DEBUG((*function)(), name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST(...) BATON_LOG_C_DEBUG(BATON_LOG_C_SKIPFIRST, NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST_NAMED(name, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_SKIPFIRST, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_DUE(get_time_point_value, duration), name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_DEBUG(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), name, __VA_ARGS__)

#define RCUTILS_LOG_INFO(...) BATON_LOG_C_INFO(1, NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_NAMED(name, ...) BATON_LOG_C_INFO(1, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_ONCE(...) BATON_LOG_C_INFO(BATON_LOG_C_ONCE, NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_ONCE_NAMED(name, ...) BATON_LOG_C_INFO(BATON_LOG_C_ONCE, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_EXPRESSION(expression, ...) \
  BATON_LOG_C_INFO((expression), NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_EXPRESSION_NAMED(expression, name, ...) \
  BATON_LOG_C_INFO((expression), name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_FUNCTION(function, ...) BATON_LOG_C_INFO((*function)(), NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_FUNCTION_NAMED(function, name, ...) \
  BATON_LOG_C_INFO((*function)(), name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST(...) BATON_LOG_C_INFO(BATON_LOG_C_SKIPFIRST, NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST_NAMED(name, ...) \
  BATON_LOG_C_INFO(BATON_LOG_C_SKIPFIRST, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_INFO(BATON_LOG_C_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_INFO(BATON_LOG_C_DUE(get_time_point_value, duration), name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_INFO(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_INFO(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), name, __VA_ARGS__)

#define RCUTILS_LOG_WARN(...) BATON_LOG_C_WARN(1, NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_NAMED(name, ...) BATON_LOG_C_WARN(1, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_ONCE(...) BATON_LOG_C_WARN(BATON_LOG_C_ONCE, NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_ONCE_NAMED(name, ...) BATON_LOG_C_WARN(BATON_LOG_C_ONCE, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_EXPRESSION(expression, ...) \
  BATON_LOG_C_WARN((expression), NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_EXPRESSION_NAMED(expression, name, ...) \
  BATON_LOG_C_WARN((expression), name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_FUNCTION(function, ...) BATON_LOG_C_WARN((*function)(), NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_FUNCTION_NAMED(function, name, ...) \
  BATON_LOG_C_WARN((*function)(), name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST(...) BATON_LOG_C_WARN(BATON_LOG_C_SKIPFIRST, NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST_NAMED(name, ...) \
  BATON_LOG_C_WARN(BATON_LOG_C_SKIPFIRST, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_WARN(BATON_LOG_C_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_WARN(BATON_LOG_C_DUE(get_time_point_value, duration), name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_WARN(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_WARN(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), name, __VA_ARGS__)

#define RCUTILS_LOG_ERROR(...) BATON_LOG_C_ERROR(1, NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_NAMED(name, ...) BATON_LOG_C_ERROR(1, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_ONCE(...) BATON_LOG_C_ERROR(BATON_LOG_C_ONCE, NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_ONCE_NAMED(name, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_ONCE, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_EXPRESSION(expression, ...) \
  BATON_LOG_C_ERROR((expression), NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_EXPRESSION_NAMED(expression, name, ...) \
  BATON_LOG_C_ERROR((expression), name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_FUNCTION(function, ...) \
  BATON_LOG_C_ERROR((*function)(), NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_FUNCTION_NAMED(function, name, ...) \
  BATON_LOG_C_ERROR((*function)(), name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST(...) BATON_LOG_C_ERROR(BATON_LOG_C_SKIPFIRST, NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST_NAMED(name, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_SKIPFIRST, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_DUE(get_time_point_value, duration), name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_ERROR(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), name, __VA_ARGS__)

#define RCUTILS_LOG_FATAL(...) BATON_LOG_C_FATAL(1, NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_NAMED(name, ...) BATON_LOG_C_FATAL(1, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_ONCE(...) BATON_LOG_C_FATAL(BATON_LOG_C_ONCE, NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_ONCE_NAMED(name, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_ONCE, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_EXPRESSION(expression, ...) \
  BATON_LOG_C_FATAL((expression), NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_EXPRESSION_NAMED(expression, name, ...) \
  BATON_LOG_C_FATAL((expression), name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_FUNCTION(function, ...) \
  BATON_LOG_C_FATAL((*function)(), NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_FUNCTION_NAMED(function, name, ...) \
  BATON_LOG_C_FATAL((*function)(), name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST(...) BATON_LOG_C_FATAL(BATON_LOG_C_SKIPFIRST, NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST_NAMED(name, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_SKIPFIRST, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_DUE(get_time_point_value, duration), name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), NULL, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  BATON_LOG_C_FATAL(BATON_LOG_C_SKIPFIRST_DUE(get_time_point_value, duration), name, __VA_ARGS__)
