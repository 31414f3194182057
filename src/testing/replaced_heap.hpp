// SPDX-License-Identifier: Apache-2.0
// The program that replaced_heap.cpp is compiled into, as a source of its own and not by the
// library, has its global operator new replaced by one that counts, and fails when a test says so.
#pragma once

#include <cstdint>

namespace baton::testing {

/// Calls of operator new so far, in all threads.
std::uint64_t allocations() noexcept;

/// From now on the calling thread's allocation number `number`, from 1, throws std::bad_alloc; the
/// others succeed. 0: none does.
void fail_allocation(int number) noexcept;

}  // namespace baton::testing
