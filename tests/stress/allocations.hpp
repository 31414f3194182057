// SPDX-License-Identifier: Apache-2.0
// Replaces the global operator new of the program that it is linked into by one that counts.
#pragma once

#include <cstdint>

namespace baton::stress {

/// Calls of operator new so far, in all threads.
std::uint64_t allocations();

}  // namespace baton::stress
