// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recorder.hpp"

namespace perf {

/// From now on the heap allocations of this thread are added to `counter`; nullptr ends it. malloc
/// and its kin are replaced for the whole program, so that allocations inside libraries count too.
void count_heap_allocations(Counter* counter);

/// False in sanitizer builds, whose own allocator must stay in place.
bool heap_allocations_can_be_counted();

}  // namespace perf
