// SPDX-License-Identifier: Apache-2.0
#include "shm/bell.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

namespace baton::shm {
namespace {

class BellTest : public ::testing::Test {
 protected:
  void set_epoch(std::uint64_t epoch) { word_.armed.store(epoch, std::memory_order_relaxed); }

  ExecutorWord word_{};
  int rings_ = 0;
  BellOf<std::function<bool()>> bell_{[this] {
    ++rings_;
    return true;
  }};
};

TEST_F(BellTest, NoAwakeExecutorIsRung) {
  set_epoch(0);
  EXPECT_FALSE(bell_.ring_if_armed(word_));
  set_epoch(8);
  EXPECT_FALSE(bell_.ring_if_armed(word_));
  EXPECT_EQ(rings_, 0);
}

TEST_F(BellTest, ASleeperIsRungOnceForEachSleep) {
  set_epoch(1);
  EXPECT_TRUE(bell_.ring_if_armed(word_));
  EXPECT_FALSE(bell_.ring_if_armed(word_));
  EXPECT_EQ(rings_, 1);
  set_epoch(3);
  EXPECT_TRUE(bell_.ring_if_armed(word_));
  EXPECT_EQ(rings_, 2);
}

TEST_F(BellTest, AnUnwatchedSleeperIsRungWithEachMessage) {
  struct Ring {
    int& rings;
    const std::atomic<bool>& is_watched;
    bool operator()() const { return ++rings != 0; }
    const std::atomic<bool>& watched() const { return is_watched; }
  };
  std::atomic<bool> is_watched{true};
  BellOf bell(Ring{rings_, is_watched});
  set_epoch(1);
  EXPECT_TRUE(bell.ring_if_armed(word_));
  EXPECT_FALSE(bell.ring_if_armed(word_)) << "the watch rings again";
  is_watched.store(false, std::memory_order_relaxed);
  EXPECT_TRUE(bell.ring_if_armed(word_)) << "that ring may have been stolen";
  EXPECT_EQ(rings_, 2);
}

TEST_F(BellTest, RingingAgainRingsOnlySleepers) {
  set_epoch(1);
  EXPECT_TRUE(bell_.ring_if_armed(word_));
  EXPECT_TRUE(bell_.ring_again_if_armed(word_));
  EXPECT_FALSE(bell_.ring_if_armed(word_));
  set_epoch(2);
  EXPECT_FALSE(bell_.ring_again_if_armed(word_));
  EXPECT_EQ(rings_, 2);
}

TEST_F(BellTest, TheLastEpochIsAnEpochLikeAnyOther) {
  set_epoch(UINT64_MAX);
  EXPECT_TRUE(bell_.ring_if_armed(word_));
  set_epoch(1);  // the epoch wrapped
  EXPECT_TRUE(bell_.ring_if_armed(word_));
}

TEST_F(BellTest, ABrokenBellSaysSo) {
  BellOf broken([] { return false; });
  set_epoch(1);
  EXPECT_FALSE(broken.ring_if_armed(word_));
}

TEST_F(BellTest, TwoPublishersOfOneProcessRingOncePerSleepBetweenThem) {
  std::atomic<int> heard{0};
  BellOf bell([&] {
    heard.fetch_add(1, std::memory_order_relaxed);
    return true;
  });
  set_epoch(1);
  std::vector<std::thread> publishers;
  for (int i = 0; i < 4; ++i) publishers.emplace_back([&] { bell.ring_if_armed(word_); });
  for (auto& publisher : publishers) publisher.join();
  EXPECT_EQ(heard.load(std::memory_order_relaxed), 1);
}

TEST(Bells, ABellIsRungOnceWhenItIsInstalled) {
  Bells bells;
  EXPECT_EQ(bells.find(5), nullptr);
  int rings = 0;
  EXPECT_TRUE(bells.install(5, [&] {
    ++rings;
    return true;
  }));
  EXPECT_EQ(rings, 1);
  ASSERT_NE(bells.find(5), nullptr);
  bells.find(5)->ring();
  EXPECT_EQ(rings, 2);
}

TEST(Bells, TheFirstBellOfAnExecutorStays) {
  Bells bells;
  int rings = 0;
  bells.install(0, [] { return true; });
  EXPECT_FALSE(bells.install(0, [&] {
    ++rings;
    return true;
  }));
  bells.find(0)->ring();
  EXPECT_EQ(rings, 0);
}

TEST(Bells, AnIndexThatNoExecutorCanHaveFindsNothing) {
  Bells bells;
  for (const std::uint32_t index : {static_cast<std::uint32_t>(max_executors), no_executor}) {
    EXPECT_EQ(bells.find(index), nullptr);
    EXPECT_FALSE(bells.install(index, [] { return true; }));
  }
}

}  // namespace
}  // namespace baton::shm
