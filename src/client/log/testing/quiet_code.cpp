// SPDX-License-Identifier: Apache-2.0
#define RCLCPP_LOG_MIN_SEVERITY RCLCPP_LOG_MIN_SEVERITY_WARN
#define RCUTILS_LOG_MIN_SEVERITY RCUTILS_LOG_MIN_SEVERITY_WARN
#include "client/log/testing/quiet_code.hpp"

#include <baton/logging.hpp>

namespace baton::client {

int log_from_quiet_code() {
  int evaluated = 0;
  [[maybe_unused]] const auto count = [&evaluated] { return ++evaluated; };
  const Logger logger = get_logger("quiet");
  RCLCPP_DEBUG(logger, "%d", count());
  RCLCPP_INFO(logger, "%d", count());
  RCLCPP_INFO_ONCE(logger, "%d", count());
  RCLCPP_INFO_STREAM(logger, count());
  if (evaluated == 0)
    RCLCPP_INFO_EXPRESSION(logger, count() > 0, "x");
  else
    RCLCPP_INFO_STREAM_ONCE(logger, count());
  RCUTILS_LOG_INFO_NAMED("quiet", "%d", count());
  RCLCPP_WARN(logger, "%d", count());
  RCLCPP_ERROR_STREAM(logger, count());
  RCUTILS_LOG_WARN_NAMED("quiet", "%d", count());
  return evaluated;
}

}  // namespace baton::client
