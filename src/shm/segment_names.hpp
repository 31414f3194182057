// SPDX-License-Identifier: Apache-2.0
// What segments are called in /proc/<pid>/fd and /proc/<pid>/maps. Observers find them by name.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace baton::shm {

/// The id of a participant, 16 hexadecimal digits, as a number; 0 if it is none.
inline std::uint64_t participant_number(std::string_view id) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number, 16);
  return error == std::errc{} && end == id.data() + id.size() ? number : 0;
}

inline std::string rec_segment_name(std::string_view participant) {
  return fmt::format("baton-rec-{}", participant);
}

inline std::string log_segment_name(std::string_view participant) {
  return fmt::format("baton-log-{}", participant);
}

inline std::string pub_segment_name(std::string_view participant, std::uint64_t endpoint) {
  return fmt::format("baton-pub-{}-{}", participant, endpoint);
}

}  // namespace baton::shm
