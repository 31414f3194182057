// SPDX-License-Identifier: Apache-2.0
#include "core_to_core.hpp"

#include <gtest/gtest.h>

namespace perf {

using namespace std::chrono_literals;

TEST(CoreToCore, ListsOfTheKernelAreRead) {
  EXPECT_EQ(cpus_of_list("0-3,8"), (std::vector{0, 1, 2, 3, 8}));
  EXPECT_EQ(cpus_of_list("5"), std::vector{5});
  EXPECT_EQ(cpus_of_list("1,65"), (std::vector{1, 65}));
  for (const char* wrong : {"", "a", "1-", "1;2", "1,x"}) {
    EXPECT_TRUE(cpus_of_list(wrong).empty()) << wrong;
  }
}

TEST(CoreToCore, SiblingsAreMeasuredFirstAndOthersSpreadOverTheMachine) {
  const std::vector<CpuPair> all = pairs_to_measure({0, 1, 2, 3}, {0, 2}, 10);
  EXPECT_EQ(all, (std::vector<CpuPair>{{0, 2, true}, {0, 1, false}, {0, 3, false}}));
  std::vector<int> many;
  for (int cpu = 0; cpu < 128; ++cpu) many.push_back(cpu);
  const std::vector<CpuPair> some = pairs_to_measure(many, {0, 64}, 5);
  ASSERT_EQ(some.size(), 5u);
  EXPECT_EQ(some[0], (CpuPair{0, 64, true}));
  EXPECT_EQ(some[1].second, 1);
  EXPECT_GT(some[4].second, 90);
  EXPECT_TRUE(pairs_to_measure({3}, {3}, 5).empty());
  EXPECT_TRUE(pairs_to_measure({}, {}, 5).empty());
}

TEST(CoreToCore, ALineTakesNanosecondsNotMicroseconds) {
  const std::vector<int> cpus = usable_cpus();
  if (cpus.size() < 2) GTEST_SKIP() << "one CPU";
  // The median is that of undisturbed samples, also beside other work.
  const auto found = core_to_core_ns({cpus[0], cpus[1]}, 5s);
  ASSERT_TRUE(found);
  EXPECT_GT(*found, 1);
  EXPECT_LT(*found, 2000);
}

TEST(CoreToCore, ThreadsThatCannotMeetSayNothing) {
  const std::vector<int> cpus = usable_cpus();
  EXPECT_FALSE(core_to_core_ns({cpus[0], 1023}, 100ms)) << "no such CPU";
  // On one CPU the line comes round once in a slice of time.
  EXPECT_FALSE(core_to_core_ns({cpus[0], cpus[0]}, 50ms));
}

}  // namespace perf
