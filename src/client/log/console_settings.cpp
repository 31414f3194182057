// SPDX-License-Identifier: Apache-2.0
#include "client/log/console_settings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>

namespace baton::client {
namespace {

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// The value of a variable that has to be 0 or 1.
std::optional<bool> yes_or_no(const char* name, std::string_view otherwise,
                              std::vector<std::string>& complaints) {
  const auto value = variable(name);
  if (!value) return std::nullopt;
  if (*value == "0" || *value == "1") return *value == "1";
  complaints.push_back(
      fmt::format("{} is '{}', which is neither 0 nor 1: {}; set it to one of them, or unset it",
                  name, *value, otherwise));
  return std::nullopt;
}

}  // namespace

ConsoleEnvironment console_environment() {
  ConsoleEnvironment read;
  auto& [settings, complaints] = read;
  settings.use_stdout =
      yes_or_no("RCUTILS_LOGGING_USE_STDOUT", "messages go to stderr", complaints).value_or(false);
  settings.colorized =
      yes_or_no("RCUTILS_COLORIZED_OUTPUT", "only a terminal gets colours", complaints)
          .value_or(::isatty(settings.use_stdout ? STDOUT_FILENO : STDERR_FILENO));
  yes_or_no("RCUTILS_LOGGING_BUFFERED_STREAM", "each line is written at once", complaints);
  if (const auto format = variable("RCUTILS_CONSOLE_OUTPUT_FORMAT")) {
    settings.format = LineFormat(*format);
    for (const std::string& word : settings.format.unknown_words()) {
      complaints.push_back(fmt::format(
          "RCUTILS_CONSOLE_OUTPUT_FORMAT has {{{}}}, which is printed as it stands; known are "
          "{{severity}}, {{name}}, {{message}}, {{function_name}}, {{file_name}}, {{line_number}}, "
          "{{time}}, {{time_as_nanoseconds}} and {{date_time_with_ms}}",
          word));
    }
  }
  return read;
}

}  // namespace baton::client
