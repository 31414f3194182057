// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>

TEST(Mocked, ReadsTheEnvironmentOfItsTest) {
  const char* const word = std::getenv("WORD");
  ASSERT_NE(word, nullptr);
  EXPECT_THAT(word, testing::AnyOf(testing::StrEq("one"), testing::StrEq("two")));
}
