// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace baton::client {

/// UNSET or one of the five that have names.
bool is_severity(int severity) noexcept;

/// "DEBUG" ... "FATAL", "UNSET"; for what lies between two levels, the lower one's. Ends with a
/// NUL.
std::string_view severity_name(int severity) noexcept;

/// The level that "warn", "WARN" or "Warn" means.
std::optional<int> severity_from_text(std::string_view text) noexcept;

}  // namespace baton::client
