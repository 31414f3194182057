// SPDX-License-Identifier: Apache-2.0
#include "missed_turns.hpp"

#include <gtest/gtest.h>

namespace perf {
namespace {

constexpr double millisecond = 1e6;

TEST(MissedTurns, OfOneTopicAreThePeriodsThatPassed) {
  EXPECT_EQ(0, missed_turns(0, millisecond, 1));
  EXPECT_EQ(0, missed_turns(999'999, millisecond, 1));
  EXPECT_EQ(1, missed_turns(1'000'000, millisecond, 1));
  EXPECT_EQ(7, missed_turns(7'900'000, millisecond, 1));
}

// A sleep of 50 us that ends 60 us late would skip half of all messages otherwise.
TEST(MissedTurns, OfManyTopicsAreNoneBeforeOneOfThemIsDueAgain) {
  constexpr double turn = millisecond / 20;
  EXPECT_EQ(0, missed_turns(60'000, turn, 200));
  EXPECT_EQ(0, missed_turns(9'999'999, turn, 200));
}

TEST(MissedTurns, OfManyTopicsAreWholeRounds) {
  constexpr double turn = millisecond / 20;
  EXPECT_EQ(200, missed_turns(10'000'000, turn, 200));
  EXPECT_EQ(400, missed_turns(29'000'000, turn, 200));
}

}  // namespace
}  // namespace perf
