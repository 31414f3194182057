// SPDX-License-Identifier: Apache-2.0
// What text of messages needs of Unicode: strings are UTF-8, wide strings UTF-16, and neither is
// checked when it is sent.
#pragma once

#include <string>
#include <string_view>

namespace baton::msg {

bool is_utf8(std::string_view text) noexcept;

/// Units that belong to no character become U+FFFD.
std::string to_utf8(std::u16string_view text);
/// Bytes that belong to no character become U+FFFD.
std::u16string to_utf16(std::string_view text);

}  // namespace baton::msg
