// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace baton::msg {

/// `value` rounded up to a multiple of `alignment`, a power of two. The library's own code has
/// base::round_up(), which public headers cannot include.
constexpr std::size_t round_up(std::size_t value, std::size_t alignment) noexcept {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace baton::msg
