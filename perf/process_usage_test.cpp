// SPDX-License-Identifier: Apache-2.0
#include "process_usage.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "scoreboard.hpp"

namespace perf {

TEST(ProcessUsage, MappingsAreSummedWithoutTheScoreboard) {
  std::istringstream smaps(
      "55d0-55d1 r-xp 00000000 fe:00 1  /usr/bin/perf_test\n"
      "Size: 100 kB\nRss: 40 kB\nPss: 20 kB\nPss_Dirty: 9 kB\nVmFlags: rd ex\n"
      "7f00-7f01 rw-s 00000000 00:01 2  /memfd:perf_test_scoreboard (deleted)\n"
      "Rss: 1000 kB\nPss: 500 kB\n"
      "7f10-7f11 rw-p 00000000 00:00 0\n"
      "Rss: 8 kB\nPss: 8 kB\n");
  const MemoryUsage usage = sum_of_mappings(smaps, Scoreboard::memory_name);
  EXPECT_EQ(usage.rss_kb, 48);
  EXPECT_EQ(usage.pss_kb, 28);
}

TEST(ProcessUsage, ThisProcessUsesMemoryAndHasAThread) {
  EXPECT_GT(memory_of_this_process().pss_kb, 100);
  EXPECT_GE(memory_of_this_process().rss_kb, memory_of_this_process().pss_kb);
  EXPECT_GE(threads_of_this_process(), 1);
}

TEST(ProcessUsage, TouchingMemoryShowsInTheDifference) {
  const ResourceUsage before = ResourceUsage::of_this_process();
  std::vector<char> memory(64 << 20, 1);
  const ResourceUsage used = ResourceUsage::of_this_process().since(before);
  EXPECT_GT(used.values[6] + static_cast<int64_t>(memory[5]), 10) << "minflt";
  EXPECT_GT(used.values[ResourceUsage::maxrss], 60'000) << "a peak is not a difference";
}

TEST(ProcessUsage, SumsAreOfAllFigures) {
  ResourceUsage sum;
  sum.add({{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6}});
  sum.add({{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}});
  EXPECT_EQ(sum.cpu_ns(), 6);
  EXPECT_EQ(sum.values[15], 7);
}

}  // namespace perf
