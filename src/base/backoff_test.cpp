// SPDX-License-Identifier: Apache-2.0
#include "base/backoff.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

TEST(Backoff, NoTimeIsOverAtOnceAndNoLimitNever) {
  EXPECT_TRUE(Backoff(0).over());
  EXPECT_FALSE(Backoff(-1).over());
  EXPECT_FALSE(Backoff(INT64_MAX).over()) << "the deadline does not fit the clock";
}

TEST(Backoff, ItEndsSoonBehindItsLimit) {
  constexpr std::int64_t limit_ns = 5 * Backoff::longest_ns;
  const std::int64_t begun_ns = monotonic_ns();
  Backoff backoff(limit_ns);
  int waits = 0;
  for (; !backoff.over(); ++waits) backoff.wait();
  EXPECT_GE(monotonic_ns() - begun_ns, limit_ns);
  EXPECT_LE(waits, limit_ns / Backoff::shortest_ns) << "its pauses do not grow";
}

TEST(Backoff, ItSleepsLongerEachTime) {
  Backoff backoff(-1);
  const std::int64_t begun_ns = monotonic_ns();
  for (int i = 0; i < 8; ++i) backoff.wait();
  // 50 + 100 + 200 + 400 + 800 us and then 1 ms each: no sleep is shorter than asked for.
  EXPECT_GE(monotonic_ns() - begun_ns, 4'550'000);
}

}  // namespace
}  // namespace baton::base
