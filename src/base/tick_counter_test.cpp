// SPDX-License-Identifier: Apache-2.0
#include "base/tick_counter.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

void spend_ms(int64_t milliseconds) {
  const int64_t end_ns = monotonic_ns() + milliseconds * 1'000'000;
  while (monotonic_ns() < end_ns) {
  }
}

TEST(Stopwatch, MeasuresWhatTheClockMeasures) {
  const Stopwatch stopwatch;
  const int64_t before_ns = monotonic_ns();
  const uint64_t begin = stopwatch.now();
  spend_ms(20);
  const uint64_t end = stopwatch.now();
  const int64_t after_ns = monotonic_ns();
  const double measured_ns = static_cast<double>(end - begin) * stopwatch.ns_per_tick();
  EXPECT_GE(measured_ns, 20e6 * 0.999);
  EXPECT_LE(measured_ns, static_cast<double>(after_ns - before_ns) * 1.001);
}

TEST(Stopwatch, HasOneRateForEver) {
  const double rate = Stopwatch().ns_per_tick();
  spend_ms(5);
  EXPECT_EQ(Stopwatch().ns_per_tick(), rate);
}

}  // namespace
}  // namespace baton::base
