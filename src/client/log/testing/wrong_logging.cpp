// SPDX-License-Identifier: Apache-2.0
// What the compiler says of wrong logging; MISTAKE says which one.
#include <string>

#include <baton/logging.hpp>

void log_something(const baton::Logger& logger, const std::string& text) {
#if MISTAKE == 0
  RCLCPP_INFO(logger, "%s", text.c_str());
#elif MISTAKE == 1
  RCLCPP_INFO("logger", "%s", text.c_str());
#elif MISTAKE == 2
  RCLCPP_INFO(logger, "%d", text.c_str());
#elif MISTAKE == 3
  RCLCPP_INFO_STREAM_THROTTLE(logger, text, 1000, "x");
#elif MISTAKE == 4
  RCLCPP_INFO(logger, text);
#endif
}
