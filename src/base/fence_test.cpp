// SPDX-License-Identifier: Apache-2.0
#include "base/fence.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace baton::base {
namespace {

// Store, fence, load on both sides: at least one must see the other's store. Without the fence x86
// shows both missing within this many rounds.
TEST(Fence, OneOfTwoSidesSeesTheOther) {
  struct alignas(64) Word {
    std::atomic<int> value{0};
  };
  constexpr int rounds = 20'000;
  Word left;
  Word right;
  Word turn;
  int seen_by_left = 0;
  int seen_by_right = 0;
  int both_missed = 0;
  const auto meet = [&](int count) {  // both sides arrive before either goes on
    turn.value.fetch_add(1, std::memory_order_seq_cst);
    for (int spins = 0; turn.value.load(std::memory_order_seq_cst) < count; ++spins) {
      cpu_relax();
      if (spins % 64 == 63) std::this_thread::yield();
    }
  };
  std::thread other([&] {
    for (int round = 1; round <= rounds; ++round) {
      meet(4 * round - 2);
      right.value.store(round, std::memory_order_relaxed);
      full_fence();
      seen_by_right = left.value.load(std::memory_order_relaxed);
      meet(4 * round);
    }
  });
  for (int round = 1; round <= rounds; ++round) {
    meet(4 * round - 2);
    left.value.store(round, std::memory_order_relaxed);
    full_fence();
    seen_by_left = right.value.load(std::memory_order_relaxed);
    meet(4 * round);
    both_missed += seen_by_left != round && seen_by_right != round;
  }
  other.join();
  EXPECT_EQ(both_missed, 0);
}

}  // namespace
}  // namespace baton::base
