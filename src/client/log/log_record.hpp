// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace baton::client {

/// One message for the outputs. The record refers to texts that live until the call with the record
/// returns.
struct LogRecord {
  std::int64_t stamp_ns = 0;  // system time
  int level = 0;              // RCUTILS_LOG_SEVERITY_*
  std::string_view name = {};
  std::string_view text = {};
  std::string_view file = {};  // these three are empty and 0 when the place is unknown
  std::string_view function = {};
  std::size_t line = 0;
};

}  // namespace baton::client
