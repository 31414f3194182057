// SPDX-License-Identifier: Apache-2.0
#include "base/quick_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/clock.hpp"

namespace baton::base {
namespace {

/// The difference from the clock, as the smallest of several looks: between two readings the thread
/// may lose the processor.
int64_t distance_ns() {
  int64_t best_ns = INT64_MAX;
  for (int i = 0; i < 200; ++i) {
    const int64_t before_ns = realtime_ns();
    const int64_t quick_ns = quick_realtime_ns();
    const int64_t after_ns = realtime_ns();
    best_ns = std::min(best_ns, std::max({int64_t{0}, before_ns - quick_ns, quick_ns - after_ns}));
  }
  return best_ns;
}

TEST(QuickClock, AgreesWithTheClockBeforeItKnowsTheRate) { EXPECT_LT(distance_ns(), 1'000); }

TEST(QuickClock, AgreesWithTheClockWhenItCountsOn) {
  // Longer than the time over which the rate is measured.
  const int64_t end_ns = monotonic_ns() + 50'000'000;
  while (monotonic_ns() < end_ns) EXPECT_LT(distance_ns(), 1'000);
}

TEST(QuickClock, IsTheClockAfterAPause) {
  quick_realtime_ns();
  const int64_t end_ns = monotonic_ns() + 20'000'000;
  while (monotonic_ns() < end_ns) {
  }
  const int64_t before_ns = realtime_ns();
  EXPECT_GE(quick_realtime_ns(), before_ns - 100);
}

}  // namespace
}  // namespace baton::base
