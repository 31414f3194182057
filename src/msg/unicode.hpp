// SPDX-License-Identifier: Apache-2.0
// What text of messages needs of Unicode: strings are UTF-8, wide strings UTF-16, and neither is
// checked when it is sent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace baton::msg {

bool is_utf8(std::string_view text) noexcept;

/// Units that belong to no character become U+FFFD.
std::string to_utf8(std::u16string_view text);
/// Bytes that belong to no character become U+FFFD.
std::u16string to_utf16(std::string_view text);

/// A stranger's text as a line of a log may show it: what would control a terminal, end the line or
/// turn it round, and bytes that belong to no character, are written as "\x1b". At most `max_bytes`
/// (3 or more); what was cut off leaves "...".
std::string printable(std::string_view text, std::size_t max_bytes);

}  // namespace baton::msg
