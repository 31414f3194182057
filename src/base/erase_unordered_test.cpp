// SPDX-License-Identifier: Apache-2.0
#include "base/erase_unordered.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace baton::base {
namespace {

using ::testing::UnorderedElementsAre;

struct Counted {
  explicit Counted(int number) : value(number) {}
  Counted(Counted&& other) noexcept : value(other.value) { ++moves; }
  Counted& operator=(Counted&& other) noexcept {
    value = other.value;
    ++moves;
    return *this;
  }
  int value;
  static inline int moves = 0;
};

TEST(EraseUnordered, WhatGoesGoesAndTheRestStays) {
  std::vector<int> vector{1, 2, 3, 4, 5};
  erase_unordered_if(vector, [](int each) { return each % 2 == 1; });
  EXPECT_THAT(vector, UnorderedElementsAre(2, 4));
  erase_unordered_if(vector, [](int) { return false; });
  EXPECT_EQ(vector.size(), 2u);
  erase_unordered_if(vector, [](int) { return true; });
  EXPECT_TRUE(vector.empty());
}

TEST(EraseUnordered, EachThatGoesCostsOneMoveAndNotOneForEachBehindIt) {
  std::vector<Counted> vector;
  vector.reserve(4096);
  for (int i = 0; i < 4096; ++i) vector.emplace_back(i);
  Counted::moves = 0;
  erase_unordered_if(vector, [](const Counted& each) { return each.value < 64; });
  EXPECT_EQ(vector.size(), 4032u);
  EXPECT_EQ(Counted::moves, 64);
}

}  // namespace
}  // namespace baton::base
