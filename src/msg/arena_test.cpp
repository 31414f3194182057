// SPDX-License-Identifier: Apache-2.0
#include "msg/arena.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <new>

#include "msg/poison.hpp"
#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

constexpr std::size_t chunk_bytes = 1024;

TEST(Arena, BeginsBehindTheMessage) {
  TestLoan loan(chunk_bytes, 20);
  EXPECT_EQ(loan.arena.used_bytes(), 24u);
  const detail::Block block = loan.arena.allocate(8, 8);
  EXPECT_EQ(block.data, loan.data() + 24);
  EXPECT_FALSE(block.on_heap);
}

TEST(Arena, AlignsEveryBlockToEight) {
  TestLoan loan(chunk_bytes);
  for (std::size_t size = 1; size < 20; ++size) {
    const detail::Block block = loan.arena.allocate(size, size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data) % 8, 0u);
    EXPECT_EQ(block.size_bytes, size);
    std::memset(block.data, 1, size);
  }
}

TEST(Arena, GivesWhatIsLeftToTheContainerThatWantsMore) {
  TestLoan loan(chunk_bytes);
  const detail::Block block = loan.arena.allocate(1000, 5000);
  EXPECT_FALSE(block.on_heap);
  EXPECT_EQ(block.size_bytes, chunk_bytes);
  EXPECT_EQ(loan.arena.used_bytes(), chunk_bytes);
}

TEST(Arena, PutsALargeBlockOnACacheLine) {
  TestLoan loan(3 * 4096, 24);
  EXPECT_EQ(loan.arena.allocate(8, 8).data, loan.data() + 24) << "a small one stays where it is";
  EXPECT_EQ(loan.arena.allocate(4096, 4096).data, loan.data() + 64);
  EXPECT_EQ(loan.arena.allocate(8, 8).data, loan.data() + 64 + 4096);
  EXPECT_EQ(loan.arena.allocate(4096, 4096).data, loan.data() + 128 + 4096);
  EXPECT_EQ(loan.arena.needed_bytes(), 128u + 2 * 4096);
}

TEST(Arena, PutsALargeBlockBesideACacheLineRatherThanOnTheHeap) {
  TestLoan loan(24 + 4096, 24);
  const detail::Block block = loan.arena.allocate(4096, 4096);
  EXPECT_EQ(block.data, loan.data() + 24);
  EXPECT_EQ(loan.arena.needed_bytes(), 64u + 4096) << "a next chunk has room for both";
}

TEST(Arena, SpillsToTheHeapAndCountsIt) {
  TestLoan loan(chunk_bytes);
  const detail::Block first = loan.arena.allocate(chunk_bytes + 1, chunk_bytes + 10);
  ASSERT_TRUE(first.on_heap);
  EXPECT_EQ(first.size_bytes, chunk_bytes + 10);
  EXPECT_FALSE(loan.arena.contains(first.data));
  EXPECT_EQ(loan.arena.spilled_blocks(), 1u);
  EXPECT_EQ(loan.arena.spilled_bytes(), chunk_bytes + 10);
  EXPECT_FALSE(loan.arena.allocate(chunk_bytes, chunk_bytes).on_heap) << "the chunk is still empty";
  loan.arena.release(first.data, first.size_bytes, true);
  ::operator delete(first.data);
  EXPECT_EQ(loan.arena.spilled_blocks(), 0u);
  EXPECT_EQ(loan.arena.spilled_bytes(), 0u);
}

TEST(Arena, WhatIsOnTheHeapIsPartOfASumUntilItIsFreedOrTheLoanEnds) {
  std::atomic<std::size_t> sum{0};
  TestLoan loan(chunk_bytes);
  TestLoan other(chunk_bytes);
  loan.arena.open(loan.data(), chunk_bytes, chunk_bytes, &sum);
  other.arena.open(other.data(), chunk_bytes, chunk_bytes, &sum);
  const detail::Block first = loan.arena.allocate(1000, 1000);
  const detail::Block second = loan.arena.allocate(500, 600);
  const detail::Block third = other.arena.allocate(50, 50);
  EXPECT_EQ(sum, 1650u);
  loan.arena.release(first.data, 1000, true);
  EXPECT_EQ(sum, 650u);
  loan.arena.release(second.data, 590, true);
  EXPECT_EQ(sum, 50u) << "nothing is left behind";
  other.arena.close();
  EXPECT_EQ(sum, 0u);
  for (const detail::Block& block : {first, second, third}) ::operator delete(block.data);
}

TEST(Arena, ExtendsItsLastBlockOnly) {
  TestLoan loan(chunk_bytes);
  const detail::Block first = loan.arena.allocate(16, 16);
  EXPECT_TRUE(loan.arena.extend(first.data, 16, 100));
  EXPECT_EQ(loan.arena.used_bytes(), 104u);
  const detail::Block second = loan.arena.allocate(10, 10);
  EXPECT_FALSE(loan.arena.extend(first.data, 100, 200));
  EXPECT_TRUE(loan.arena.extend(second.data, 10, chunk_bytes - 104));
  EXPECT_FALSE(loan.arena.extend(second.data, chunk_bytes - 104, chunk_bytes - 103));
  EXPECT_EQ(loan.arena.used_bytes(), chunk_bytes);
}

TEST(Arena, TakesItsLastBlockBack) {
  TestLoan loan(chunk_bytes);
  const detail::Block first = loan.arena.allocate(16, 16);
  const detail::Block second = loan.arena.allocate(16, 16);
  loan.arena.release(first.data, 16, false);
  EXPECT_EQ(loan.arena.used_bytes(), 32u) << "in the middle it stays";
  loan.arena.release(second.data, 16, false);
  EXPECT_EQ(loan.arena.used_bytes(), 16u);
}

TEST(Arena, HoldsNothingWhenItIsClosed) {
  TestLoan loan(chunk_bytes);
  EXPECT_TRUE(loan.arena.contains(loan.data() + chunk_bytes - 1));
  EXPECT_FALSE(loan.arena.contains(loan.data() + chunk_bytes));
  loan.arena.close();
  EXPECT_FALSE(loan.arena.contains(loan.data()));
  std::memset(loan.data(), 1, chunk_bytes);
}

TEST(Arena, HasRoomForNothingWhenTheMessageFillsIt) {
  for (const std::size_t size : {0u, 1u, 7u, 8u, 9u}) {
    TestLoan loan(size, size);
    const detail::Block block = loan.arena.allocate(1, 1);
    EXPECT_TRUE(block.on_heap);
    ::operator delete(block.data);
  }
}

#ifdef BATON_POISONS
TEST(ArenaDeathTest, WhatWasNotAllocatedMayNotBeTouched) {
  // A forked child has no loans.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  TestLoan loan(chunk_bytes, 16);
  const detail::Block block = loan.arena.allocate(13, 13);
  std::memset(block.data, 1, 13);
  volatile std::byte* const bytes = static_cast<std::byte*>(block.data);
  EXPECT_DEATH(bytes[13] = std::byte{1}, "use-after-poison");
  EXPECT_DEATH(bytes[16] = std::byte{1}, "use-after-poison");
  const detail::Block next = loan.arena.allocate(8, 8);
  loan.arena.release(block.data, 13, false);
  EXPECT_DEATH(bytes[0] = std::byte{1}, "use-after-poison") << "given up";
  std::memset(next.data, 1, 8);
}
#endif

}  // namespace
}  // namespace baton::msg
