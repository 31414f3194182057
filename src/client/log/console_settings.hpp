// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/log/line_format.hpp"

namespace baton::client {

/// How messages look on the console, and on which stream.
struct ConsoleSettings {
  LineFormat format;
  bool use_stdout = false;
  bool colorized = false;
};

struct ConsoleEnvironment {
  ConsoleSettings settings;
  /// A sentence for each value that means nothing; the default stands in for it.
  std::vector<std::string> complaints;
};

/// What RCUTILS_CONSOLE_OUTPUT_FORMAT, RCUTILS_COLORIZED_OUTPUT, RCUTILS_LOGGING_USE_STDOUT and
/// RCUTILS_LOGGING_BUFFERED_STREAM say. The last one is only checked: a line is one write() anyway.
ConsoleEnvironment console_environment();

}  // namespace baton::client
