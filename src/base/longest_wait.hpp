// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace baton::base {

/// 146 years: no wait lasts that long, and the sum with the time of any clock stays within 64 bits.
inline constexpr int64_t longest_wait_ns = int64_t{1} << 62;

}  // namespace baton::base
