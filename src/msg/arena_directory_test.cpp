// SPDX-License-Identifier: Apache-2.0
#include "msg/arena_directory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

TEST(ArenaDirectory, FindsTheArenaOfEveryLoan) {
  std::vector<std::unique_ptr<TestLoan>> loans;
  for (int i = 0; i < 70; ++i) loans.push_back(std::make_unique<TestLoan>(100));
  for (int round = 0; round < 2; ++round) {
    for (const auto& loan : loans) {
      EXPECT_EQ(arena_directory::arena_of(loan->data()), &loan->arena);
      EXPECT_EQ(arena_directory::arena_of(loan->data() + 99), &loan->arena);
      EXPECT_EQ(arena_directory::source_of(loan->data()), loan.get());
    }
  }
}

TEST(ArenaDirectory, FindsNothingWhereNothingIsLoaned) {
  const int local = 0;
  EXPECT_EQ(arena_directory::arena_of(&local), nullptr);
  std::byte* address = nullptr;
  {
    TestLoan loan(100);
    address = loan.data();
    EXPECT_EQ(arena_directory::arena_of(address), &loan.arena);
  }
  EXPECT_EQ(arena_directory::arena_of(address), nullptr);
  EXPECT_EQ(arena_directory::source_of(address), nullptr);
}

TEST(ArenaDirectory, FindsNoArenaThatWasClosed) {
  TestLoan loan(100);
  ASSERT_EQ(arena_directory::arena_of(loan.data()), &loan.arena);
  loan.arena.close();
  EXPECT_EQ(arena_directory::arena_of(loan.data()), nullptr);
  EXPECT_EQ(arena_directory::source_of(loan.data()), &loan);
  loan.arena.open(loan.data(), 50, 0);
  EXPECT_EQ(arena_directory::arena_of(loan.data()), &loan.arena);
  EXPECT_EQ(arena_directory::arena_of(loan.data() + 60), nullptr);
}

TEST(ArenaDirectory, RegistrationsMove) {
  TestLoan loan(100);
  arena_directory::Registration one(loan, &loan, 8);
  arena_directory::Registration other(std::move(one));
  EXPECT_EQ(arena_directory::source_of(&loan), &loan);
  one = std::move(other);
  other = arena_directory::Registration();
  EXPECT_EQ(arena_directory::source_of(&loan), &loan);
  one = arena_directory::Registration();
  EXPECT_EQ(arena_directory::source_of(&loan), nullptr);
}

TEST(ArenaDirectory, IsRightWhileOtherThreadsOpenAndClose) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load(std::memory_order_relaxed)) {
        TestLoan loan(100);
        ASSERT_EQ(arena_directory::arena_of(loan.data()), &loan.arena);
        loan.arena.close();
        ASSERT_EQ(arena_directory::arena_of(loan.data()), nullptr);
      }
    });
  }
  TestLoan one(100);
  TestLoan other(100);
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(arena_directory::arena_of(one.data()), &one.arena);
    ASSERT_EQ(arena_directory::arena_of(other.data()), &other.arena);
  }
  stop.store(true, std::memory_order_relaxed);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace baton::msg
