// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_levels.hpp"

#include <algorithm>
#include <mutex>

namespace baton::client {

bool LogLevels::enabled(std::string_view name, int severity) const {
  if (severity < lowest_.load(std::memory_order_relaxed)) return false;
  if (severity >= highest_.load(std::memory_order_relaxed)) return true;
  return severity >= effective_level(name);
}

int LogLevels::own_level(std::string_view name) const {
  if (name.empty()) return default_level();
  const std::shared_lock lock(mutex_);
  const auto at = own_.find(name);
  return at == own_.end() ? int{RCUTILS_LOG_SEVERITY_UNSET} : at->second;
}

int LogLevels::effective_level(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  while (!name.empty()) {
    if (const auto at = own_.find(name); at != own_.end()) return at->second;
    const std::size_t dot = name.rfind(RCUTILS_LOGGING_SEPARATOR_CHAR);
    name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  }
  return default_level();
}

void LogLevels::set_level(std::string_view name, int level) {
  if (name.empty()) return set_default_level(level);
  const std::lock_guard lock(mutex_);
  if (level == RCUTILS_LOG_SEVERITY_UNSET) {
    if (const auto at = own_.find(name); at != own_.end()) own_.erase(at);
  } else {
    own_.insert_or_assign(std::string(name), level);
  }
  find_bounds();
}

void LogLevels::set_default_level(int level) {
  const std::lock_guard lock(mutex_);
  default_.store(
      level == RCUTILS_LOG_SEVERITY_UNSET ? int{RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL} : level,
      std::memory_order_relaxed);
  find_bounds();
}

void LogLevels::reset() {
  const std::lock_guard lock(mutex_);
  own_.clear();
  default_.store(RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL, std::memory_order_relaxed);
  find_bounds();
}

void LogLevels::find_bounds() {
  int lowest = default_level();
  int highest = lowest;
  for (const auto& [name, level] : own_) {
    lowest = std::min(lowest, level);
    highest = std::max(highest, level);
  }
  lowest_.store(lowest, std::memory_order_relaxed);
  highest_.store(highest, std::memory_order_relaxed);
}

LogLevels& log_levels() {
  // Never destroyed: destructors of other static objects may log.
  static auto& levels = *new LogLevels;
  return levels;
}

}  // namespace baton::client
