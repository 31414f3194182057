// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace baton::base {
namespace {

TEST(Clock, MonotonicTimeNeverGoesBack) {
  int64_t before_ns = monotonic_ns();
  for (int i = 0; i < 10'000; ++i) {
    const int64_t now_ns = monotonic_ns();
    ASSERT_GE(now_ns, before_ns);
    before_ns = now_ns;
  }
}

TEST(Clock, RealTimeIsTheTimeOfDay) {
  const int64_t before_s = std::time(nullptr);
  const int64_t now_s = realtime_ns() / 1'000'000'000;
  EXPECT_GE(now_s, before_s);
  EXPECT_LE(now_s, std::time(nullptr) + 1);
}

}  // namespace
}  // namespace baton::base
