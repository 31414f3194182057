// SPDX-License-Identifier: Apache-2.0
// In its steady state the data path asks the heap for nothing.
#include <gtest/gtest.h>

#include "shm/sleep_word.hpp"
#include "shm/testing/heap_ring.hpp"
#include "testing/replaced_heap.hpp"

namespace baton::shm {
namespace {

struct Case {
  const char* name;
  std::size_t size_bytes;
  Retention retention;
  testing::ReaderOptions reader;
  std::size_t held;
};

class SteadyState : public ::testing::TestWithParam<Case> {};

TEST_P(SteadyState, AllocatesNothing) {
  const Case& test = GetParam();
  testing::HeapRing ring({test.retention, 8 << 20});
  const auto reader = ring.join(test.reader);
  const auto idle = ring.join(test.reader);
  SleepWord sleeper(ring.rec().executor[0]);
  ring.bells().install(0, [] { return true; });
  reader->record.executor.store(0, std::memory_order_relaxed);

  std::vector<ChunkIndex> held(test.held);
  std::size_t oldest = 0;
  std::uint64_t taken_count = 0;
  const auto round = [&] {
    const bool sleeps = sleeper.arm_unless([&] { return reader->ring.has_data(); });
    EXPECT_TRUE(sleeps);
    ring.publish_some(1, test.size_bytes);
    sleeper.disarm();
    Taken taken;
    ASSERT_EQ(reader->ring.take(taken), TakeResult::taken);
    if (taken_count++ >= test.held) reader->ring.release(held[oldest]);
    held[oldest] = taken.chunk;
    oldest = (oldest + 1) % test.held;
  };
  for (int i = 0; i < 10'000; ++i) round();
  const std::uint64_t before = baton::testing::allocations();
  EXPECT_GT(before, 0u) << "nothing is counted";
  for (int i = 0; i < 10'000; ++i) round();
  EXPECT_EQ(baton::testing::allocations() - before, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Ring, SteadyState,
    ::testing::Values(
        Case{"of_small_messages", 64, {}, {.depth = 1}, 1},
        Case{"of_large_messages", 70'000, {}, {.depth = 1}, 1},
        Case{"of_deep_readers", 4096, {}, {.depth = 100}, 30},
        Case{"of_history", 4096, {.transient_local = true, .depth = 50}, {.depth = 10}, 5}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace baton::shm
