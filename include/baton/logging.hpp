// SPDX-License-Identifier: Apache-2.0
// RCLCPP_<severity>[_STREAM][_ONCE|_EXPRESSION|_FUNCTION|_SKIPFIRST|_THROTTLE|_SKIPFIRST_THROTTLE]
//
// All are statements that any thread may pass. The logger is evaluated once; conditions and
// arguments only where its level lets the message through. _THROTTLE takes a clock, anything that
// has `now().nanoseconds()`, and milliseconds.
#pragma once

#include <cstdint>
#include <sstream>
#include <type_traits>

#include <baton/ros_c/log_site.h>
#include <baton/ros_c/rcutils_logging_macros.h>
#include <baton/logger.hpp>
#include <baton/msg/constinit.hpp>
#include <baton/namespaces.hpp>

#define RCLCPP_LOG_MIN_SEVERITY_DEBUG 0
#define RCLCPP_LOG_MIN_SEVERITY_INFO 1
#define RCLCPP_LOG_MIN_SEVERITY_WARN 2
#define RCLCPP_LOG_MIN_SEVERITY_ERROR 3
#define RCLCPP_LOG_MIN_SEVERITY_FATAL 4
#define RCLCPP_LOG_MIN_SEVERITY_NONE 5

/// Messages below this severity are compiled out.
#ifndef RCLCPP_LOG_MIN_SEVERITY
#define RCLCPP_LOG_MIN_SEVERITY RCLCPP_LOG_MIN_SEVERITY_DEBUG
#endif

namespace rclcpp::detail {

template <class T>
inline constexpr bool is_logger = std::is_same_v<std::decay_t<T>, Logger>;

/// Whether a throttled message is due. Reads the clock; a clock that throws counts as due.
template <class Clock>
bool log_site_due(baton_log_site_t& site, Clock&& clock, std::int64_t period_ms) {
  try {
    return baton_log_site_due(&site, clock.now().nanoseconds(), period_ms);
  } catch (...) {
    return true;
  }
}

}  // namespace rclcpp::detail

#define BATON_LOG(condition, output, severity, logger, ...)                                        \
  do {                                                                                             \
    static_assert(::baton::detail::is_logger<decltype(logger)>,                                    \
                  "First argument to logging macros must be an rclcpp::Logger");                   \
    [[maybe_unused]] BATON_CONSTINIT static baton_log_site_t baton_log_site{};                     \
    const ::baton::Logger& baton_logger = (logger);                                                \
    if (rcutils_logging_logger_is_enabled_for(baton_logger.get_name(), severity) && (condition)) { \
      static const rcutils_log_location_t baton_log_location{__func__, __FILE__, __LINE__};        \
      output(severity, __VA_ARGS__);                                                               \
    }                                                                                              \
  } while (0)
#define BATON_LOG_PRINTF(severity, ...) \
  rcutils_log_internal(&baton_log_location, severity, baton_logger.get_name(), __VA_ARGS__)
#define BATON_LOG_STREAM(severity, ...)                                              \
  ::std::stringstream baton_log_text;                                                \
  baton_log_text << __VA_ARGS__;                                                     \
  rcutils_log_internal(&baton_log_location, severity, baton_logger.get_name(), "%s", \
                       baton_log_text.str().c_str())

#define BATON_LOG_ONCE baton_log_site_first(&baton_log_site)
#define BATON_LOG_SKIPFIRST !baton_log_site_first(&baton_log_site)
#define BATON_LOG_DUE(clock, duration) \
  ::baton::detail::log_site_due(baton_log_site, clock, static_cast<::std::int64_t>(duration))
/// This order is rclcpp's: the first message that is due is the one that is skipped.
#define BATON_LOG_SKIPFIRST_DUE(clock, duration) \
  (BATON_LOG_DUE(clock, duration) && BATON_LOG_SKIPFIRST)

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_DEBUG
#define BATON_LOG_DEBUG(condition, output, ...) ((void)0)
#else
#define BATON_LOG_DEBUG(condition, output, ...) \
  BATON_LOG(condition, output, RCUTILS_LOG_SEVERITY_DEBUG, __VA_ARGS__)
#endif
#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_INFO
#define BATON_LOG_INFO(condition, output, ...) ((void)0)
#else
#define BATON_LOG_INFO(condition, output, ...) \
  BATON_LOG(condition, output, RCUTILS_LOG_SEVERITY_INFO, __VA_ARGS__)
#endif
#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_WARN
#define BATON_LOG_WARN(condition, output, ...) ((void)0)
#else
#define BATON_LOG_WARN(condition, output, ...) \
  BATON_LOG(condition, output, RCUTILS_LOG_SEVERITY_WARN, __VA_ARGS__)
#endif
#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_ERROR
#define BATON_LOG_ERROR(condition, output, ...) ((void)0)
#else
#define BATON_LOG_ERROR(condition, output, ...) \
  BATON_LOG(condition, output, RCUTILS_LOG_SEVERITY_ERROR, __VA_ARGS__)
#endif
#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_FATAL
#define BATON_LOG_FATAL(condition, output, ...) ((void)0)
#else
#define BATON_LOG_FATAL(condition, output, ...) \
  BATON_LOG(condition, output, RCUTILS_LOG_SEVERITY_FATAL, __VA_ARGS__)
#endif

#define RCLCPP_DEBUG(logger, ...) BATON_LOG_DEBUG(true, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_ONCE(logger, ...) \
  BATON_LOG_DEBUG(BATON_LOG_ONCE, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_EXPRESSION(logger, expression, ...) \
  BATON_LOG_DEBUG(static_cast<bool>(expression), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_FUNCTION(logger, function, ...) \
  BATON_LOG_DEBUG((*function)(), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_SKIPFIRST(logger, ...) \
  BATON_LOG_DEBUG(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_DEBUG(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_DEBUG(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM(logger, ...) \
  BATON_LOG_DEBUG(true, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_ONCE(logger, ...) \
  BATON_LOG_DEBUG(BATON_LOG_ONCE, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_EXPRESSION(logger, expression, ...) \
  BATON_LOG_DEBUG(static_cast<bool>(expression), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_FUNCTION(logger, function, ...) \
  BATON_LOG_DEBUG((*function)(), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST(logger, ...) \
  BATON_LOG_DEBUG(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_DEBUG(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_DEBUG(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)

#define RCLCPP_INFO(logger, ...) BATON_LOG_INFO(true, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_ONCE(logger, ...) \
  BATON_LOG_INFO(BATON_LOG_ONCE, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_EXPRESSION(logger, expression, ...) \
  BATON_LOG_INFO(static_cast<bool>(expression), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_FUNCTION(logger, function, ...) \
  BATON_LOG_INFO((*function)(), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_SKIPFIRST(logger, ...) \
  BATON_LOG_INFO(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_INFO(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_INFO(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM(logger, ...) BATON_LOG_INFO(true, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_ONCE(logger, ...) \
  BATON_LOG_INFO(BATON_LOG_ONCE, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_EXPRESSION(logger, expression, ...) \
  BATON_LOG_INFO(static_cast<bool>(expression), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_FUNCTION(logger, function, ...) \
  BATON_LOG_INFO((*function)(), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_SKIPFIRST(logger, ...) \
  BATON_LOG_INFO(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_INFO(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_INFO(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)

#define RCLCPP_WARN(logger, ...) BATON_LOG_WARN(true, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_ONCE(logger, ...) \
  BATON_LOG_WARN(BATON_LOG_ONCE, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_EXPRESSION(logger, expression, ...) \
  BATON_LOG_WARN(static_cast<bool>(expression), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_FUNCTION(logger, function, ...) \
  BATON_LOG_WARN((*function)(), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_SKIPFIRST(logger, ...) \
  BATON_LOG_WARN(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_WARN(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_WARN(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM(logger, ...) BATON_LOG_WARN(true, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_ONCE(logger, ...) \
  BATON_LOG_WARN(BATON_LOG_ONCE, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_EXPRESSION(logger, expression, ...) \
  BATON_LOG_WARN(static_cast<bool>(expression), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_FUNCTION(logger, function, ...) \
  BATON_LOG_WARN((*function)(), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_SKIPFIRST(logger, ...) \
  BATON_LOG_WARN(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_WARN(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_WARN(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)

#define RCLCPP_ERROR(logger, ...) BATON_LOG_ERROR(true, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_ONCE(logger, ...) \
  BATON_LOG_ERROR(BATON_LOG_ONCE, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_EXPRESSION(logger, expression, ...) \
  BATON_LOG_ERROR(static_cast<bool>(expression), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_FUNCTION(logger, function, ...) \
  BATON_LOG_ERROR((*function)(), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_SKIPFIRST(logger, ...) \
  BATON_LOG_ERROR(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_ERROR(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_ERROR(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM(logger, ...) \
  BATON_LOG_ERROR(true, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_ONCE(logger, ...) \
  BATON_LOG_ERROR(BATON_LOG_ONCE, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_EXPRESSION(logger, expression, ...) \
  BATON_LOG_ERROR(static_cast<bool>(expression), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_FUNCTION(logger, function, ...) \
  BATON_LOG_ERROR((*function)(), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_SKIPFIRST(logger, ...) \
  BATON_LOG_ERROR(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_ERROR(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_ERROR(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)

#define RCLCPP_FATAL(logger, ...) BATON_LOG_FATAL(true, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_ONCE(logger, ...) \
  BATON_LOG_FATAL(BATON_LOG_ONCE, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_EXPRESSION(logger, expression, ...) \
  BATON_LOG_FATAL(static_cast<bool>(expression), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_FUNCTION(logger, function, ...) \
  BATON_LOG_FATAL((*function)(), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_SKIPFIRST(logger, ...) \
  BATON_LOG_FATAL(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_FATAL(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_FATAL(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM(logger, ...) \
  BATON_LOG_FATAL(true, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_ONCE(logger, ...) \
  BATON_LOG_FATAL(BATON_LOG_ONCE, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_EXPRESSION(logger, expression, ...) \
  BATON_LOG_FATAL(static_cast<bool>(expression), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_FUNCTION(logger, function, ...) \
  BATON_LOG_FATAL((*function)(), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_SKIPFIRST(logger, ...) \
  BATON_LOG_FATAL(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_FATAL(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)
#define RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  BATON_LOG_FATAL(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, logger, __VA_ARGS__)

// The same macros with the severity, one of RCUTILS_LOG_SEVERITY_*, as the first argument.
#define RCLCPP_LOG(severity, logger, ...) \
  BATON_LOG(true, BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_ONCE(severity, logger, ...) \
  BATON_LOG(BATON_LOG_ONCE, BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_EXPRESSION(severity, logger, expression, ...) \
  BATON_LOG(static_cast<bool>(expression), BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_FUNCTION(severity, logger, function, ...) \
  BATON_LOG((*function)(), BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_SKIPFIRST(severity, logger, ...) \
  BATON_LOG(BATON_LOG_SKIPFIRST, BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_THROTTLE(severity, logger, clock, duration, ...) \
  BATON_LOG(BATON_LOG_DUE(clock, duration), BATON_LOG_PRINTF, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_SKIPFIRST_THROTTLE(severity, logger, clock, duration, ...)             \
  BATON_LOG(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_PRINTF, severity, logger, \
            __VA_ARGS__)
#define RCLCPP_LOG_STREAM(severity, logger, ...) \
  BATON_LOG(true, BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_ONCE(severity, logger, ...) \
  BATON_LOG(BATON_LOG_ONCE, BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_EXPRESSION(severity, logger, expression, ...) \
  BATON_LOG(static_cast<bool>(expression), BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_FUNCTION(severity, logger, function, ...) \
  BATON_LOG((*function)(), BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_SKIPFIRST(severity, logger, ...) \
  BATON_LOG(BATON_LOG_SKIPFIRST, BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_THROTTLE(severity, logger, clock, duration, ...) \
  BATON_LOG(BATON_LOG_DUE(clock, duration), BATON_LOG_STREAM, severity, logger, __VA_ARGS__)
#define RCLCPP_LOG_STREAM_SKIPFIRST_THROTTLE(severity, logger, clock, duration, ...)      \
  BATON_LOG(BATON_LOG_SKIPFIRST_DUE(clock, duration), BATON_LOG_STREAM, severity, logger, \
            __VA_ARGS__)
