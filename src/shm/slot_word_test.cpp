// SPDX-License-Identifier: Apache-2.0
#include "shm/slot_word.hpp"

#include <gtest/gtest.h>

#include "shm/layout.hpp"

namespace baton::shm {
namespace {

constexpr std::uint64_t wrap = std::uint64_t{1} << 48;

TEST(SlotWord, HoldsItsSequenceAndItsChunk) {
  for (const std::uint64_t sequence : {std::uint64_t{1}, std::uint64_t{4096}, wrap - 1}) {
    for (const ChunkIndex chunk : {0u, 1u, 63u, 64u, 4095u}) {
      const std::uint64_t word = make_slot_word(sequence, chunk);
      EXPECT_TRUE(slot_holds(word, sequence));
      EXPECT_FALSE(slot_holds(word, sequence - 1));
      EXPECT_FALSE(slot_holds(word, sequence + 1));
      EXPECT_EQ(slot_chunk(word), chunk);
    }
  }
}

TEST(SlotWord, NoLiveWordIsEmptyEvenWhereTheSequenceWraps) {
  EXPECT_NE(make_slot_word(wrap, 0), empty_slot);
  EXPECT_TRUE(slot_holds(make_slot_word(wrap, 0), wrap));
  EXPECT_NE(make_slot_word(0, 0), empty_slot);
}

TEST(SlotWord, AnEmptySlotHoldsNothingNotEvenTheSequenceThatWrapsToZero) {
  EXPECT_FALSE(slot_holds(empty_slot, 0));
  EXPECT_FALSE(slot_holds(empty_slot, wrap));
}

TEST(SlotWord, SequencesAreComparedInTheirLow48Bits) {
  EXPECT_TRUE(slot_holds(make_slot_word(wrap + 7, 3), wrap + 7));
  EXPECT_EQ(make_slot_word(wrap + 7, 3), make_slot_word(7, 3));
  EXPECT_FALSE(slot_holds(make_slot_word(wrap - 1, 3), wrap));
}

TEST(SlotWord, AWordThatNamesNoChunkIsOutOfRange) {
  EXPECT_GE(slot_chunk(std::uint64_t{5} << 16), max_chunks);
}

TEST(SlotWord, TheLargestChunkDoesNotTouchTheSequence) {
  EXPECT_EQ(make_slot_word(1, max_chunks - 1) >> 16, 1u);
}

}  // namespace
}  // namespace baton::shm
