// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace baton::base {

/// 146 years, which no wait sees the end of. Added to the time of any clock it stays within 64
/// bits.
inline constexpr int64_t longest_wait_ns = int64_t{1} << 62;

}  // namespace baton::base
