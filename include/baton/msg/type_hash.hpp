// SPDX-License-Identifier: Apache-2.0
//
// What identifies a type: RIHS01, the SHA-256 of its description's JSON (REP 2016).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// The hash of a description in ROS's own order and separators, byte for byte.
BATON_PUBLIC TypeHash hash_of_description(std::string_view description) noexcept;

/// "RIHS01_" and 64 hexadecimal digits.
BATON_PUBLIC std::string to_string(const TypeHash& hash);
/// Empty if the text is no such hash. Digits may be in upper case.
BATON_PUBLIC std::optional<TypeHash> parse_type_hash(std::string_view text) noexcept;

}  // namespace baton::msg
