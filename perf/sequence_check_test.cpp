// SPDX-License-Identifier: Apache-2.0
#include "sequence_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace perf {
namespace {

struct Sums {
  int64_t lost = 0;
  int out_of_order = 0;
  int duplicates = 0;
  uint64_t progress = 0;
};

Sums sums_of(const std::vector<uint64_t>& arrivals, uint64_t first = 1) {
  SequenceCheck check(first);
  Sums sums;
  for (uint64_t sequence : arrivals) {
    const auto verdict = check.see(sequence);
    sums.lost += verdict.lost;
    sums.out_of_order += verdict.out_of_order;
    sums.duplicates += verdict.duplicate;
    sums.progress += verdict.progress;
  }
  return sums;
}

}  // namespace

TEST(SequenceCheck, NothingIsMissingWhenAllArriveInOrder) {
  const Sums sums = sums_of({1, 2, 3, 4});
  EXPECT_EQ(sums.lost, 0);
  EXPECT_EQ(sums.progress, 4u);
}

TEST(SequenceCheck, AGapIsLost) { EXPECT_EQ(sums_of({1, 2, 6, 7}).lost, 3); }

TEST(SequenceCheck, WhatCameBeforeTheFirstExpectedIsNotLost) {
  EXPECT_EQ(sums_of({11, 12, 14}, 11).lost, 1);
}

TEST(SequenceCheck, ALateOneIsOutOfOrderAndNotLost) {
  const Sums sums = sums_of({1, 3, 2, 4});
  EXPECT_EQ(sums.lost, 0);
  EXPECT_EQ(sums.out_of_order, 1);
  EXPECT_EQ(sums.duplicates, 0);
}

TEST(SequenceCheck, ASecondCopyIsADuplicate) {
  const Sums sums = sums_of({1, 2, 2, 1, 3});
  EXPECT_EQ(sums.duplicates, 2);
  EXPECT_EQ(sums.lost, 0);
}

TEST(SequenceCheck, AJumpLargerThanTheMemoryForgetsWhatWasSeen) {
  const Sums sums = sums_of({1, 5000, 4999, 4998, 4998});
  EXPECT_EQ(sums.lost, 4996);
  EXPECT_EQ(sums.out_of_order, 2);
  EXPECT_EQ(sums.duplicates, 1);
}

TEST(SequenceCheck, AgreesWithCountingOnShuffledArrivals) {
  std::mt19937 random(7);
  std::vector<uint64_t> arrivals(20'000);
  std::iota(arrivals.begin(), arrivals.end(), 1);
  for (size_t i = 0; i + 8 < arrivals.size(); i += 8) {
    std::shuffle(arrivals.begin() + i, arrivals.begin() + i + 8, random);
  }
  const size_t missing = std::erase_if(arrivals, [](uint64_t s) { return s % 97 == 5; });
  const Sums sums = sums_of(arrivals);
  EXPECT_EQ(sums.lost, static_cast<int64_t>(missing));
  EXPECT_EQ(sums.duplicates, 0);
  EXPECT_EQ(sums.progress, 20'000u);
}

TEST(SequenceCheck, NarrowNumbersAreWidenedAcrossTheirWrap) {
  SequenceCheck check((uint64_t{1} << 25) - 1);
  check.see(check.widen((1u << 25) - 1, 25));
  EXPECT_EQ(check.widen(0, 25), uint64_t{1} << 25);
  EXPECT_EQ(check.widen(3, 25), (uint64_t{1} << 25) + 3);
  EXPECT_EQ(check.widen((1u << 25) - 3, 25), (uint64_t{1} << 25) - 3);
}

TEST(SequenceCheck, AtTheStartNothingIsWidenedBelowZero) {
  EXPECT_EQ(SequenceCheck(1).widen((uint64_t{1} << 25) - 1, 25), (uint64_t{1} << 25) - 1);
}

}  // namespace perf
