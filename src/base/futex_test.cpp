// SPDX-License-Identifier: Apache-2.0
#include "base/futex.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "base/clock.hpp"

namespace baton::base {
namespace {

TEST(Futex, DoesNotSleepOnAnotherValue) {
  std::atomic<std::uint32_t> word{1};
  EXPECT_TRUE(futex_wait(word, 2, -1));
}

TEST(Futex, WakesASleepingThread) {
  std::atomic<std::uint32_t> word{1};
  std::thread sleeper([&] {
    while (word.load() == 1) futex_wait(word, 1, -1);
  });
  word.store(0);
  futex_wake_one(word);
  sleeper.join();
}

TEST(Futex, GivesUpAfterTheTimeoutAndNotBefore) {
  std::atomic<std::uint32_t> word{1};
  const std::int64_t begin_ns = monotonic_ns();
  while (futex_wait(word, 1, 2'000'000)) {
  }
  EXPECT_GE(monotonic_ns() - begin_ns, 2'000'000);
}

}  // namespace
}  // namespace baton::base
