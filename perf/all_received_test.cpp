// SPDX-License-Identifier: Apache-2.0
#include "all_received.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "clock.hpp"

namespace perf {
namespace {

constexpr int64_t long_ns = 20 * ns_per_s;

}  // namespace

TEST(AllReceived, TheLastReceiptIsTheLatestInWhateverOrderTheyAreNoted) {
  AllReceived all{};
  all.expect(7, 3);
  all.note(7, 100);
  all.note(7, 300);
  all.note(7, 200);
  EXPECT_EQ(all.wait_until(now_ns() + long_ns), 300);
}

TEST(AllReceived, AReceiptThatIsMissingEndsTheWaitAtItsDeadline) {
  AllReceived all{};
  all.expect(1, 2);
  all.note(1, 100);
  const int64_t begin_ns = now_ns();
  EXPECT_EQ(all.wait_until(begin_ns + 5'000'000), std::nullopt);
  EXPECT_GE(now_ns() - begin_ns, 5'000'000);
}

TEST(AllReceived, WhatComesTooLateDoesNotStandForTheNextMessage) {
  AllReceived all{};
  all.expect(2, 1);
  all.note(1, 100);
  EXPECT_EQ(all.wait_until(now_ns()), std::nullopt);
  all.note(2, 200);
  EXPECT_EQ(all.wait_until(now_ns() + long_ns), 200);
}

TEST(AllReceived, APublisherThatSleepsIsWoken) {
  AllReceived all{};
  for (uint64_t sequence = 1; sequence <= 200; ++sequence) {
    all.expect(sequence, 2);
    std::thread other([&] { all.note(sequence, 5); });
    all.note(sequence, 4);
    EXPECT_EQ(all.wait_until(now_ns() + long_ns), 5);
    other.join();
  }
}

}  // namespace perf
