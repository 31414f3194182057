// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace baton::base {

inline constexpr uint64_t fnv1a_64_start = 0xcbf29ce484222325;

/// FNV-1a: names a layout, notices damage; no defence against a peer that wants a collision. Pass
/// an earlier result as `state` to go on.
constexpr uint64_t fnv1a_64(std::string_view text, uint64_t state = fnv1a_64_start) noexcept {
  for (const char c : text) {
    state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return state;
}

constexpr uint64_t fnv1a_64(std::span<const std::byte> bytes,
                            uint64_t state = fnv1a_64_start) noexcept {
  for (const std::byte b : bytes) {
    state = (state ^ static_cast<uint64_t>(b)) * 0x100000001b3;
  }
  return state;
}

}  // namespace baton::base
