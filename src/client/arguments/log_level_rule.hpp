// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace baton::client {

/// `--log-level LEVEL` (no logger) or `--log-level logger:=LEVEL`.
struct LogLevelRule {
  std::string logger;
  /// A number of RCUTILS_LOG_SEVERITY.
  int level;
};

/// Throws ArgumentFault.
LogLevelRule read_log_level_rule(const std::string& text);

}  // namespace baton::client
