// SPDX-License-Identifier: Apache-2.0
#include "client/log/severity.hpp"

#include <strings.h>

#include <algorithm>
#include <array>
#include <string>

#include <baton/ros_c/rcutils_logging.h>

namespace baton::client {
namespace {

constexpr std::array severities{RCUTILS_LOG_SEVERITY_UNSET, RCUTILS_LOG_SEVERITY_DEBUG,
                                RCUTILS_LOG_SEVERITY_INFO,  RCUTILS_LOG_SEVERITY_WARN,
                                RCUTILS_LOG_SEVERITY_ERROR, RCUTILS_LOG_SEVERITY_FATAL};

}  // namespace

bool is_severity(int severity) noexcept {
  return std::find(severities.begin(), severities.end(), severity) != severities.end();
}

std::string_view severity_name(int severity) noexcept {
  if (severity >= RCUTILS_LOG_SEVERITY_FATAL) return "FATAL";
  if (severity >= RCUTILS_LOG_SEVERITY_ERROR) return "ERROR";
  if (severity >= RCUTILS_LOG_SEVERITY_WARN) return "WARN";
  if (severity >= RCUTILS_LOG_SEVERITY_INFO) return "INFO";
  if (severity >= RCUTILS_LOG_SEVERITY_DEBUG) return "DEBUG";
  return "UNSET";
}

std::optional<int> severity_from_text(std::string_view text) noexcept {
  for (const int severity : severities) {
    const std::string_view name = severity_name(severity);
    if (name.size() == text.size() && ::strncasecmp(name.data(), text.data(), name.size()) == 0) {
      return severity;
    }
  }
  return std::nullopt;
}

}  // namespace baton::client
