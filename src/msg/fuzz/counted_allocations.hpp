// SPDX-License-Identifier: Apache-2.0
// Counts what a fuzzer's input makes us allocate: the program's operator new is replaced, or that
// of the sanitizer listened to.
#pragma once

#include <cstddef>

namespace baton::msg::fuzz {

/// Since the program began, whatever was freed meanwhile.
extern std::size_t allocated_bytes;

}  // namespace baton::msg::fuzz
