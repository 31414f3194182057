// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/log_level_rule.hpp"

#include <fmt/format.h>

#include "client/arguments/argument_fault.hpp"
#include "client/log/severity.hpp"

namespace baton::client {

LogLevelRule read_log_level_rule(const std::string& text) {
  const std::size_t separator = text.find(":=");
  const bool named = separator != text.npos;
  const std::string level = named ? text.substr(separator + 2) : text;
  const auto severity = severity_from_text(level);
  if (!severity) {
    throw ArgumentFault(
        fmt::format("'{}' is no level; there are debug, info, warn, error and fatal", level));
  }
  if (named && separator == 0) {
    throw ArgumentFault("the logger's name is missing; write logger:=level or only the level");
  }
  return {named ? text.substr(0, separator) : "", *severity};
}

}  // namespace baton::client
