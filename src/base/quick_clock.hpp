// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace baton::base {

/// CLOCK_REALTIME in nanoseconds, for stamps of messages. Where the kernel itself keeps time by the
/// processor's counter, a thread that asks again within a fraction of a millisecond gets the time
/// counted on from its last look at the clock: that costs a third and, unlike the clock, does not
/// wait for earlier instructions. It differs from the clock by less than 100 ns; a clock that is
/// set is noticed after that fraction. Elsewhere it is the clock. Any thread.
int64_t quick_realtime_ns() noexcept;

}  // namespace baton::base
