// SPDX-License-Identifier: Apache-2.0
#include "heap_count.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

namespace perf {
namespace {

class HeapCountTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!heap_allocations_can_be_counted()) {
      GTEST_SKIP() << "the sanitizer's allocator stays in place";
    }
  }
  void TearDown() override { count_heap_allocations(nullptr); }
  Counter counter{};
};

// Through a volatile, so that no allocation is optimised away.
void free_again(void* memory) {
  void* volatile kept = memory;
  free(kept);
}

}  // namespace

TEST_F(HeapCountTest, NewAndMallocAndTheirKinCount) {
  count_heap_allocations(&counter);
  char* volatile made = new char[100];
  delete[] made;
  free_again(malloc(10));
  free_again(calloc(10, 10));
  free_again(aligned_alloc(64, 128));
  EXPECT_EQ(counter.value(), 4u);
}

TEST_F(HeapCountTest, NothingCountsOnceItHasEnded) {
  count_heap_allocations(&counter);
  count_heap_allocations(nullptr);
  free_again(malloc(10));
  EXPECT_EQ(counter.value(), 0u);
}

TEST_F(HeapCountTest, OtherThreadsDoNotCount) {
  count_heap_allocations(&counter);
  std::jthread other([] { free_again(malloc(10)); });
  const uint64_t to_start_a_thread = counter.value();
  other.join();
  EXPECT_EQ(counter.value(), to_start_a_thread);
}

}  // namespace perf
