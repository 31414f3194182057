// SPDX-License-Identifier: Apache-2.0
// A type's description may be longer than a packet: it travels in parts, in order, on one
// connection.
//
// Thread safety: none. Received parts are a stranger's, and bounded here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shm/wire.hpp"

namespace baton::shm {

/// Longer descriptions are neither sent nor taken.
inline constexpr std::size_t max_description_bytes = 1 << 20;
/// JSON writes a character in up to six bytes, and a packet has a little more than the text.
inline constexpr std::size_t description_part_bytes = (wire::max_packet_bytes - 1024) / 6;
/// A part may be a little shorter, so as not to cut a character in two.
inline constexpr std::size_t max_description_parts =
    max_description_bytes / (description_part_bytes - 3) + 1;

/// What to send, in this order. An empty or too long description is one part that says "unknown".
std::vector<wire::Description> split_description(std::uint64_t request, std::string_view text);

/// Puts one description together.
class DescriptionParts {
 public:
  enum class Progress { more, whole, unknown, nonsense };

  /// `nonsense`: the parts are too many, too long, out of order, or contradict each other.
  Progress add(wire::Description part);
  /// The description, when all parts have come. Afterwards this object can be used for another one.
  std::string take();

 private:
  std::uint32_t parts_ = 0;  // 0: no part came yet
  std::uint32_t next_ = 0;
  std::string text_;
};

}  // namespace baton::shm
