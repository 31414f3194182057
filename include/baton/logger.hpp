// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/visibility.hpp>

namespace baton {

class Logger;

/// The logger of that name. Never fails; loggers of one name are one and the same.
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

  /// Lives as long as a copy of the logger.
  const char* get_name() const { return name_->c_str(); }

  /// The logger `<name>.<suffix>`, which has this one's level until it is given its own.
  BATON_PUBLIC Logger get_child(const std::string& suffix) const;

  /// For every logger of this name in the process, and its children. Unset takes it away again.
  /// Throws exceptions::RCLInvalidArgument for what is none of the six levels.
  BATON_PUBLIC void set_level(Level level);

  /// Its own level, else that of the nearest ancestor that has one, else the default one.
  BATON_PUBLIC Level get_effective_level() const;

 private:
  friend BATON_PUBLIC Logger get_logger(const std::string& name);

  explicit Logger(std::string name);

  std::shared_ptr<const std::string> name_;
};

}  // namespace baton
