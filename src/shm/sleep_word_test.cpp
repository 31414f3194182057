// SPDX-License-Identifier: Apache-2.0
#include "shm/sleep_word.hpp"

#include <gtest/gtest.h>

namespace baton::shm {
namespace {

class SleepWordTest : public ::testing::Test {
 protected:
  std::uint64_t epoch() const { return word_.armed.load(std::memory_order_relaxed); }

  ExecutorWord word_{};
};

TEST_F(SleepWordTest, IsOddWhileAsleepAndEvenAwake) {
  SleepWord sleeper(word_);
  EXPECT_EQ(epoch() % 2, 0u);
  EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
  EXPECT_EQ(epoch() % 2, 1u);
  sleeper.disarm();
  EXPECT_EQ(epoch() % 2, 0u);
}

TEST_F(SleepWordTest, LooksForDataOnlyWhenItIsArmed) {
  SleepWord sleeper(word_);
  std::uint64_t seen = 0;
  sleeper.arm_unless([&] {
    seen = epoch();
    return false;
  });
  EXPECT_EQ(seen % 2, 1u);
}

TEST_F(SleepWordTest, DoesNotSleepWhenThereIsData) {
  SleepWord sleeper(word_);
  EXPECT_FALSE(sleeper.arm_unless([] { return true; }));
  EXPECT_EQ(epoch() % 2, 0u);
}

TEST_F(SleepWordTest, EachSleepIsANewEpoch) {
  SleepWord sleeper(word_);
  std::uint64_t last = 0;
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
    EXPECT_GT(epoch(), last);
    last = epoch();
    sleeper.disarm();
  }
}

TEST_F(SleepWordTest, DisarmingTwiceChangesNothing) {
  SleepWord sleeper(word_);
  EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
  sleeper.disarm();
  const std::uint64_t awake = epoch();
  sleeper.disarm();
  EXPECT_EQ(epoch(), awake);
}

TEST_F(SleepWordTest, GoesOnFromTheEpochThatAFormerSleeperLeft) {
  word_.armed.store(41, std::memory_order_relaxed);  // the former process died in its sleep
  SleepWord sleeper(word_);
  EXPECT_EQ(epoch(), 42u);
  EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
  EXPECT_EQ(epoch(), 43u);
}

TEST_F(SleepWordTest, WrapsWithoutLosingItsParity) {
  word_.armed.store(UINT64_MAX - 1, std::memory_order_relaxed);
  SleepWord sleeper(word_);
  EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
  EXPECT_EQ(epoch(), UINT64_MAX);
  sleeper.disarm();
  EXPECT_EQ(epoch(), 0u);
  EXPECT_TRUE(sleeper.arm_unless([] { return false; }));
  EXPECT_EQ(epoch(), 1u);
}

}  // namespace
}  // namespace baton::shm
