// SPDX-License-Identifier: Apache-2.0
// The C headers are C: this is only compiled.
#include <baton/ros_c/rcutils_logging_macros.h>

static rcutils_ret_t time_now(rcutils_time_point_value_t* now_ns) {
  *now_ns = 1;
  return RCUTILS_RET_OK;
}

static bool wanted(void) { return true; }

static void handler(const rcutils_log_location_t* location, int severity, const char* name,
                    rcutils_time_point_value_t timestamp, const char* format, va_list* args) {
  rcutils_logging_console_output_handler(location, severity, name, timestamp, format, args);
}

void log_all(void) {
  RCUTILS_LOGGING_AUTOINIT
  rcutils_logging_set_output_handler(handler);
  RCUTILS_LOG_DEBUG("%d", 1);
  RCUTILS_LOG_INFO_NAMED("name", "plain");
  RCUTILS_LOG_WARN_ONCE("%s", g_rcutils_log_severity_names[RCUTILS_LOG_SEVERITY_WARN]);
  RCUTILS_LOG_ERROR_EXPRESSION_NAMED(1 == 1, "name", "%d", 1);
  RCUTILS_LOG_FATAL_FUNCTION(wanted, "%d", 1);
  RCUTILS_LOG_INFO_SKIPFIRST("%d", 1);
  RCUTILS_LOG_INFO_THROTTLE(time_now, 1000, "%d", 1);
  RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE_NAMED(time_now, 1000, "name", "%d", 1);
}
