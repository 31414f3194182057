// SPDX-License-Identifier: Apache-2.0
// Counts the allocations that a fuzzer's input causes: the program's operator new is replaced, or
// that of the sanitizer listened to.
#pragma once

#include <cstddef>

namespace baton::msg::fuzz {

/// Allocations since the program began, including memory that was freed meanwhile.
extern std::size_t allocated_bytes;

}  // namespace baton::msg::fuzz
