// SPDX-License-Identifier: Apache-2.0
#include "shm/chunk_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace baton::shm {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr std::uint64_t no_pins[pin_words] = {};
constexpr std::size_t large = 64 * 1024;  // carved one by one

class ChunkPoolTest : public ::testing::Test {
 protected:
  static constexpr std::size_t pool_size_bytes = 4 << 20;

  ChunkPool make(const PoolLimits& limits = {}) {
    return ChunkPool(pool_size_bytes, limits, [this](std::size_t offset, std::size_t size) {
      if (machine_is_full_) return base::Status(base::Error{12, "the machine is full"});
      commits_.emplace_back(offset, size);
      return base::Status();
    });
  }

  static ChunkIndex loan(ChunkPool& pool, std::size_t size_bytes) {
    ChunkIndex chunk = 0;
    if (pool.take_free(size_bytes, chunk)) return chunk;
    pool.carve(size_bytes).value();
    EXPECT_TRUE(pool.take_free(size_bytes, chunk));
    return chunk;
  }

  std::vector<std::pair<std::size_t, std::size_t>> commits_;
  bool machine_is_full_ = false;
};

TEST_F(ChunkPoolTest, IsEmptyUntilSomethingIsCarved) {
  ChunkPool pool = make();
  ChunkIndex chunk = 0;
  EXPECT_FALSE(pool.take_free(100, chunk));
  EXPECT_EQ(pool.committed_bytes(), 0u);
  EXPECT_EQ(pool.carved_chunks(), 0u);
}

TEST_F(ChunkPoolTest, TheChunkThatWasFreedLastIsLoanedFirst) {
  ChunkPool pool = make();
  const ChunkIndex a = loan(pool, large);
  const ChunkIndex b = loan(pool, large);
  const ChunkIndex c = loan(pool, large);
  pool.discard(a);
  pool.discard(c);
  pool.discard(b);
  EXPECT_EQ(loan(pool, large), b);
  EXPECT_EQ(loan(pool, large), c);
  EXPECT_EQ(loan(pool, large), a);
}

TEST_F(ChunkPoolTest, ChunksDoNotOverlapAndLieInsideThePool) {
  ChunkPool pool = make();
  std::set<std::pair<std::size_t, std::size_t>> extents;
  for (const std::size_t size : {1, 64, 65, 4095, 4096, 4097, 70000, 0}) {
    for (int i = 0; i < 3; ++i) {
      const ChunkIndex chunk = loan(pool, size);
      EXPECT_GE(pool.capacity_bytes(chunk), size);
      extents.emplace(pool.offset_bytes(chunk), pool.capacity_bytes(chunk));
    }
  }
  std::size_t end = pool_offset_bytes;
  for (const auto& [offset, capacity] : extents) {
    EXPECT_GE(offset, end);
    EXPECT_EQ(offset % base::cache_line_bytes, 0u);
    end = offset + capacity;
  }
  EXPECT_LE(end, pool_offset_bytes + pool_size_bytes);
}

TEST_F(ChunkPoolTest, AtMostASixteenthOfAChunkIsUnusedBeyondALine) {
  ChunkPool pool = make({1 << 20, 32, 4 << 20});
  for (const std::size_t size :
       {1, 64, 65, 1000, 1025, 4096, 4112, 9000, 20'000, 65'537, 300'000}) {
    const std::size_t capacity = pool.capacity_bytes(loan(pool, size));
    EXPECT_GE(capacity, size);
    EXPECT_LE(capacity, size + std::max<std::size_t>(base::cache_line_bytes, size / 16)) << size;
  }
}

TEST_F(ChunkPoolTest, LargeChunksAreWholePages) {
  ChunkPool pool = make();
  for (const std::size_t size : {large, large + 1, 2 * large + 16}) {
    EXPECT_EQ(pool.capacity_bytes(loan(pool, size)) % 4096, 0u) << size;
  }
}

TEST_F(ChunkPoolTest, LargeChunksShareNoPageWithOthers) {
  ChunkPool pool = make();
  loan(pool, 1200);  // a batch that ends within a page
  ASSERT_NE(pool.carved_bytes() % 4096, 0u);
  for (const std::size_t size : {large, 3 * large + 5}) {
    EXPECT_EQ(pool.offset_bytes(loan(pool, size)) % 4096, 0u) << size;
  }
}

TEST_F(ChunkPoolTest, ChunksOfAFewKilobytesDoNotAllBeginInTheSameCacheSet) {
  constexpr std::size_t sets_bytes = 4096;  // 64 sets of a line each
  ChunkPool pool = make();
  std::set<std::size_t> begins;
  for (int i = 0; i < 12; ++i) begins.insert(pool.offset_bytes(loan(pool, 4112)) % sets_bytes);
  EXPECT_EQ(begins.size(), 12u);
}

TEST_F(ChunkPoolTest, SmallChunksAreCarvedByTheBatch) {
  ChunkPool pool = make();
  loan(pool, 64);
  EXPECT_EQ(pool.carved_chunks(), large / 64);
  EXPECT_EQ(commits_.size(), 1u);
}

TEST_F(ChunkPoolTest, AChunkServesMessagesDownToHalfItsSize) {
  ChunkPool pool = make();
  const ChunkIndex chunk = loan(pool, 8 * 4096);
  pool.discard(chunk);
  ChunkIndex other = 0;
  EXPECT_FALSE(pool.take_free(3 * 4096, other));
  EXPECT_FALSE(pool.take_free(8 * 4096 + 1, other));
  ASSERT_TRUE(pool.take_free(4 * 4096, other));
  EXPECT_EQ(other, chunk);
}

TEST_F(ChunkPoolTest, MemoryIsCommittedOnceAndBeforeUse) {
  ChunkPool pool = make();
  for (int i = 0; i < 5; ++i) loan(pool, 3000);
  for (int i = 0; i < 3; ++i) loan(pool, large);
  std::size_t end = pool_offset_bytes;
  for (const auto& [offset, size] : commits_) {
    EXPECT_EQ(offset, end);
    EXPECT_EQ(size % 4096, 0u);
    end += size;
  }
  EXPECT_GE(end, pool_offset_bytes + pool.carved_bytes());
  EXPECT_EQ(pool.committed_bytes(), end - pool_offset_bytes);
}

TEST_F(ChunkPoolTest, AFullMachineLeavesThePoolAsItWas) {
  ChunkPool pool = make();
  const ChunkIndex chunk = loan(pool, large);
  machine_is_full_ = true;
  const base::Status done = pool.carve(large);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, 12);
  EXPECT_THAT(done.error().text, HasSubstr("the machine is full"));
  EXPECT_EQ(pool.carved_chunks(), 1u);
  pool.discard(chunk);
  EXPECT_EQ(loan(pool, large), chunk);
  machine_is_full_ = false;
  EXPECT_TRUE(pool.carve(large));
}

TEST_F(ChunkPoolTest, TheCapIsTheLargerOfTheFloorAndSoManyOfTheLargestMessage) {
  ChunkPool by_floor = make({.floor_bytes = 1 << 20, .messages = 4});
  loan(by_floor, 4096);
  EXPECT_EQ(by_floor.cap_bytes(), 1u << 20);

  ChunkPool by_message = make({.floor_bytes = 4096, .messages = 4});
  loan(by_message, large);
  EXPECT_EQ(by_message.cap_bytes(), 4 * large);
  loan(by_message, 2 * large);
  EXPECT_EQ(by_message.cap_bytes(), 8 * large);
  loan(by_message, 4096);
  EXPECT_EQ(by_message.cap_bytes(), 8 * large);
}

TEST_F(ChunkPoolTest, TheCapIsNeverAboveTheCeilingNorThePool) {
  ChunkPool by_ceiling = make({.floor_bytes = 1 << 20, .messages = 4, .ceiling_bytes = 3 * large});
  loan(by_ceiling, large);
  EXPECT_EQ(by_ceiling.cap_bytes(), 3 * large);

  ChunkPool by_pool = make();
  loan(by_pool, large);
  EXPECT_EQ(by_pool.cap_bytes(), pool_size_bytes);
}

TEST_F(ChunkPoolTest, AtTheCapCarvingFailsAndNamesTheCure) {
  ChunkPool pool = make({.floor_bytes = 2 * large, .messages = 1});
  loan(pool, large);
  loan(pool, large);
  const base::Status done = pool.carve(large);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text, HasSubstr("131072"));
  EXPECT_THAT(done.error().text, HasSubstr("pool_floor_bytes"));
  EXPECT_EQ(pool.carved_bytes(), 2 * large);
}

TEST_F(ChunkPoolTest, AMessageLargerThanTheCapIsRefusedWithItsSize) {
  ChunkPool pool = make({.floor_bytes = large, .messages = 1, .ceiling_bytes = 2 * large});
  const base::Status done = pool.carve(3 * large);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text, HasSubstr("196608"));
  EXPECT_THAT(done.error().text, HasSubstr("pool_ceiling_bytes"));
}

TEST_F(ChunkPoolTest, AnAbsurdSizeIsRefusedBeforeItOverflows) {
  ChunkPool pool = make();
  for (const std::size_t size : {SIZE_MAX, SIZE_MAX - 4094, SIZE_MAX / 32, SIZE_MAX / 2 + 1}) {
    ChunkIndex chunk = 0;
    EXPECT_FALSE(pool.take_free(size, chunk));
    EXPECT_FALSE(pool.carve(size));
  }
  loan(pool, large);
  EXPECT_EQ(pool.cap_bytes(), pool_size_bytes) << "an absurd first message decided the cap";
}

TEST_F(ChunkPoolTest, AllChunksInUseIsAnErrorAndNotAnOverflow) {
  ChunkPool pool = make();
  for (std::size_t i = 0; i < max_chunks; ++i) loan(pool, 64);
  const base::Status done = pool.carve(64);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text, HasSubstr("4096"));
}

TEST_F(ChunkPoolTest, AMessageThatGrowsBitByBitFindsAChunkEachTime) {
  constexpr std::size_t largest = 4 << 20;
  for (const std::size_t step : {24, 64, 500, 4096, 20'000}) {
    ChunkPool pool(std::size_t{1} << 30, {},
                   [](std::size_t, std::size_t) { return base::Status(); });
    std::size_t size = 24;
    ChunkIndex held = loan(pool, size);  // as a publisher keeps the last one for those to come
    for (; size < largest; size += size < 64 * 1024 ? step : std::max<std::size_t>(step, 4096)) {
      ChunkIndex chunk = 0;
      if (!pool.take_free(size, chunk)) {
        const base::Status carved = pool.carve(size);
        ASSERT_TRUE(carved) << "step " << step << ": " << carved.error().text;
        ASSERT_TRUE(pool.take_free(size, chunk)) << size;
      }
      pool.discard(std::exchange(held, chunk));
    }
    EXPECT_GT(size, largest - 1);
  }
}

TEST_F(ChunkPoolTest, MessagesOfOneSizeMayHaveAllChunksAlsoBehindOthers) {
  ChunkPool pool = make();
  for (std::size_t size = 64; size <= 64 * 10; size += 64) pool.discard(loan(pool, size));
  std::size_t loaned = 0;
  ChunkIndex chunk = 0;
  while (pool.take_free(320, chunk) || (pool.carve(320) && pool.take_free(320, chunk))) ++loaned;
  EXPECT_EQ(pool.carved_chunks(), max_chunks);
  EXPECT_GT(loaned, max_chunks / 4);
}

TEST_F(ChunkPoolTest, WhatIsPinnedStaysRetiredUntilItIsNot) {
  ChunkPool pool = make();
  std::vector<ChunkIndex> chunks;
  for (int i = 0; i < 70; ++i) chunks.push_back(loan(pool, 960));
  for (const ChunkIndex chunk : chunks) {
    pool.link(chunk);
    pool.retire(chunk);
  }
  std::uint64_t pins[pin_words] = {};
  pins[0] = 1 << 3;
  pins[1] = 1;
  pool.free_unpinned(pins);
  EXPECT_THAT(pool.retired(), UnorderedElementsAre(3, 64));
  pool.free_unpinned(no_pins);
  EXPECT_TRUE(pool.retired().empty());
}

TEST_F(ChunkPoolTest, WhatIsHeldHereStaysRetiredUntilItIsReleased) {
  ChunkPool pool = make();
  const ChunkIndex chunk = loan(pool, large);
  pool.hold(chunk);
  pool.link(chunk);
  pool.retire(chunk);
  pool.free_unpinned(no_pins);
  EXPECT_THAT(pool.retired(), ::testing::ElementsAre(chunk));
  pool.release(chunk);
  pool.free_unpinned(no_pins);
  EXPECT_THAT(pool.retired(), ::testing::IsEmpty());
  EXPECT_EQ(loan(pool, large), chunk);
}

TEST_F(ChunkPoolTest, AChunkIsFoundByWhereItBegins) {
  ChunkPool pool = make();
  for (const std::size_t size_bytes : {std::size_t{100}, large, std::size_t{5000}}) {
    const ChunkIndex chunk = loan(pool, size_bytes);
    EXPECT_EQ(pool.chunk_at(pool.offset_bytes(chunk)), chunk);
  }
}

TEST_F(ChunkPoolTest, CountsWhatIsLoaned) {
  ChunkPool pool = make();
  const ChunkIndex a = loan(pool, large);
  const ChunkIndex b = loan(pool, large);
  EXPECT_EQ(pool.loaned_chunks(), 2u);
  pool.link(a);
  EXPECT_EQ(pool.loaned_chunks(), 1u);
  pool.discard(b);
  EXPECT_EQ(pool.loaned_chunks(), 0u);
}

using ChunkPoolDeathTest = ChunkPoolTest;

TEST_F(ChunkPoolDeathTest, AStateChangeFromTheWrongStateAsserts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  ChunkPool pool = make();
  const ChunkIndex chunk = loan(pool, large);
  EXPECT_DEATH(pool.retire(chunk), "assertion failed");
  pool.link(chunk);
  EXPECT_DEATH(pool.link(chunk), "assertion failed");
  EXPECT_DEATH(pool.discard(chunk), "assertion failed");
  EXPECT_DEATH(pool.link(4000), "assertion failed");
}

}  // namespace
}  // namespace baton::shm
