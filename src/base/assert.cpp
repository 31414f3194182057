// SPDX-License-Identifier: Apache-2.0
#include "base/assert.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace baton::base {

namespace {

/// Takes the text up to the next comma that is not inside brackets off the front of `names`.
std::string_view next_name(std::string_view& names) {
  int depth = 0;
  size_t end = 0;
  for (; end < names.size(); ++end) {
    const char c = names[end];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) break;
  }
  std::string_view name = names.substr(0, end);
  names.remove_prefix(end < names.size() ? end + 1 : end);
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  return name;
}

}  // namespace

void assertion_failed(const char* expression, const char* file, int line, const char* names,
                      const std::vector<std::string>& values) {
  std::string text = fmt::format("{}:{}: assertion failed: {}", file, line, expression);
  std::string_view rest = names;
  const char* separator = " (";
  for (const std::string& value : values) {
    text += fmt::format("{}{} = {}", separator, next_name(rest), value);
    separator = ", ";
  }
  text += values.empty() ? "\n" : ")\n";
  // One write, so that lines of several processes do not mix; nothing can be done if it fails.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  std::abort();
}

}  // namespace baton::base
