// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace baton::client {

/// The terminal's code for the colour that a message of this severity has.
std::string_view console_color(int severity) noexcept;
inline constexpr std::string_view console_color_end = "\033[0m";

/// Writes `line`, which ends with its line end, by one write() to stdout or stderr; lines of
/// several threads never mix. Blocks while the reader of a pipe is slow. What printf left in
/// stdout's buffer is written first. A closed stream is ignored.
void write_to_console(bool use_stdout, const std::string& line);

}  // namespace baton::client
