// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_levels.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace baton::client {
namespace {

constexpr int debug = RCUTILS_LOG_SEVERITY_DEBUG;
constexpr int info = RCUTILS_LOG_SEVERITY_INFO;
constexpr int error = RCUTILS_LOG_SEVERITY_ERROR;

TEST(LogLevels, WithoutAnythingInfoIsWantedAndDebugIsNot) {
  const LogLevels levels;
  EXPECT_TRUE(levels.enabled("any", info));
  EXPECT_FALSE(levels.enabled("any", debug));
  EXPECT_EQ(levels.own_level("any"), RCUTILS_LOG_SEVERITY_UNSET);
}

TEST(LogLevels, AChildHasTheLevelOfItsNearestAncestor) {
  LogLevels levels;
  levels.set_level("a", error);
  levels.set_level("a.b", debug);
  EXPECT_EQ(levels.effective_level("a.b.c.d"), debug);
  EXPECT_EQ(levels.effective_level("a.c"), error);
  EXPECT_EQ(levels.effective_level("ab"), info);
  EXPECT_TRUE(levels.enabled("a.b.c", debug));
  EXPECT_FALSE(levels.enabled("a.c", info));
  EXPECT_TRUE(levels.enabled("ab", info));
  EXPECT_FALSE(levels.enabled("ab", debug));
}

TEST(LogLevels, UnsetTakesALevelAway) {
  LogLevels levels;
  levels.set_level("a", error);
  levels.set_level("a", RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_TRUE(levels.enabled("a", info));
  levels.set_default_level(error);
  levels.set_default_level(RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_EQ(levels.default_level(), info);
}

TEST(LogLevels, TheEmptyNameIsTheDefault) {
  LogLevels levels;
  levels.set_level("", error);
  EXPECT_EQ(levels.own_level(""), error);
  EXPECT_EQ(levels.effective_level("any"), error);
  EXPECT_FALSE(levels.enabled("any", info));
}

TEST(LogLevels, LevelsMayChangeWhileOthersAsk) {
  LogLevels levels;
  std::thread changing([&] {
    for (int i = 0; i < 2000; ++i) levels.set_level("a.b", i % 2 == 0 ? debug : error);
  });
  bool always = true;
  for (int i = 0; i < 2000; ++i) {
    always = always && levels.enabled("a.b.c", error) && !levels.enabled("a", debug);
  }
  changing.join();
  EXPECT_TRUE(always);
  EXPECT_EQ(levels.effective_level("a.b.c"), error);
}

}  // namespace
}  // namespace baton::client
