// SPDX-License-Identifier: Apache-2.0
#include "base/lent_count.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace baton::base {
namespace {

TEST(LentCount, TellsHowMuchIsOut) {
  LentCount count;
  EXPECT_EQ(count.out(), 0u);
  count.lend();
  count.lend();
  EXPECT_EQ(count.out(), 2u);
  EXPECT_FALSE(count.give_back());
  EXPECT_EQ(count.out(), 1u);
}

TEST(LentCount, ClosingTellsThatNothingIsOut) {
  LentCount never_lent;
  EXPECT_TRUE(never_lent.close());

  LentCount all_back;
  all_back.lend();
  EXPECT_FALSE(all_back.give_back());
  EXPECT_TRUE(all_back.close());
}

TEST(LentCount, TheLastOneBackAfterClosingIsTold) {
  LentCount count;
  for (int i = 0; i < 3; ++i) count.lend();
  EXPECT_FALSE(count.give_back());
  EXPECT_FALSE(count.close());
  EXPECT_FALSE(count.give_back());
  EXPECT_TRUE(count.give_back());
}

TEST(LentCount, OfManyThreadsExactlyOneIsTheLast) {
  constexpr int threads = 4;
  constexpr int each = 50;
  for (int round = 0; round < 200; ++round) {
    LentCount count;
    int told = 0;  // no atomic: the thread that is told comes after all others
    int given_back[threads] = {};
    for (int i = 0; i < threads * each; ++i) count.lend();
    const auto check = [&] {
      for (const int backs : given_back) EXPECT_EQ(backs, each);
      ++told;
    };
    std::vector<std::thread> borrowers;
    for (int t = 0; t < threads; ++t) {
      borrowers.emplace_back([&, t] {
        for (int i = 0; i < each; ++i) {
          ++given_back[t];
          if (count.give_back()) check();
        }
      });
    }
    if (count.close()) check();
    for (std::thread& borrower : borrowers) borrower.join();
    EXPECT_EQ(told, 1);
  }
}

}  // namespace
}  // namespace baton::base
