// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

class Logger;

/// Returns the logger of that name. Never fails. All loggers of one name are the same.
BATON_PUBLIC Logger get_logger(const std::string& name);

/// A name to log by, and through the name a level; copies are cheap. Any thread may use any copy.
class Logger {
 public:
  enum class Level {
    Unset = RCUTILS_LOG_SEVERITY_UNSET,
    Debug = RCUTILS_LOG_SEVERITY_DEBUG,
    Info = RCUTILS_LOG_SEVERITY_INFO,
    Warn = RCUTILS_LOG_SEVERITY_WARN,
    Error = RCUTILS_LOG_SEVERITY_ERROR,
    Fatal = RCUTILS_LOG_SEVERITY_FATAL,
  };

  /// The text lives as long as a copy of the logger.
  const char* get_name() const { return name_->c_str(); }

  /// The logger `<name>.<suffix>`, which has this one's level until it gets its own.
  BATON_PUBLIC Logger get_child(const std::string& suffix) const;

  /// Sets the level of this name's loggers and their children, in this process. Unset removes the
  /// level. Throws exceptions::RCLInvalidArgument for an unknown level.
  BATON_PUBLIC void set_level(Level level);

  /// The logger's own level, else that of its nearest ancestor that has one, else the default one.
  BATON_PUBLIC Level get_effective_level() const;

 private:
  friend BATON_PUBLIC Logger get_logger(const std::string& name);

  explicit Logger(std::string name);

  std::shared_ptr<const std::string> name_;
};

}  // namespace rclcpp
