// SPDX-License-Identifier: Apache-2.0
#include <baton/logger.hpp>

#include <fmt/format.h>

#include <utility>

#include <baton/exceptions.hpp>

#include "client/log/log_levels.hpp"
#include "client/log/severity.hpp"

namespace rclcpp {

Logger::Logger(std::string name) : name_(std::make_shared<const std::string>(std::move(name))) {}

Logger get_logger(const std::string& name) { return Logger(name); }

Logger Logger::get_child(const std::string& suffix) const {
  return Logger(*name_ + RCUTILS_LOGGING_SEPARATOR_CHAR + suffix);
}

void Logger::set_level(Level level) {
  const int severity = static_cast<int>(level);
  if (!client::is_severity(severity)) {
    throw exceptions::RCLInvalidArgument(
        fmt::format("{} is no level of logger '{}'; take one of Logger::Level", severity, *name_));
  }
  client::log_levels().set_level(*name_, severity);
}

Logger::Level Logger::get_effective_level() const {
  return static_cast<Level>(client::log_levels().effective_level(*name_));
}

}  // namespace rclcpp
