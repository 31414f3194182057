// SPDX-License-Identifier: Apache-2.0
#include "base/assert.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace baton::base {
namespace {

TEST(AssertDeathTest, PrintsExpressionPlaceAndValuesThenAborts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const int chunk = 9;
  const int count = 8;
  EXPECT_EXIT(BATON_ASSERT(chunk < count, chunk, std::max(count, 3)),
              ::testing::KilledBySignal(SIGABRT),
              "assert_test.cpp:[0-9]+: assertion failed: chunk < count "
              "\\(chunk = 9, std::max\\(count, 3\\) = 8\\)");
}

TEST(AssertDeathTest, PrintsWithoutValuesToo) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(BATON_ASSERT(1 > 2), "assertion failed: 1 > 2\n");
}

TEST(Assert, EvaluatesValuesOnlyWhenItFails) {
  int evaluated = 0;
  BATON_ASSERT(true, ++evaluated);
  EXPECT_EQ(evaluated, 0);
}

TEST(Assert, IsOneStatement) {
  bool other = false;
  if (!other)
    BATON_ASSERT(true);
  else
    other = true;
  EXPECT_FALSE(other);
}

}  // namespace
}  // namespace baton::base
