// SPDX-License-Identifier: Apache-2.0
#include "base/short_slice.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <atomic>
#include <thread>

#include "testing/deadline.hpp"

namespace baton::base {
namespace {

bool has_long_slices() { return own_slice_ns() > ShortSlice::slice_ns; }

TEST(ShortSlice, TheThreadHasShortSlicesAndTheFormerOnesAfterwards) {
  if (!has_long_slices()) GTEST_SKIP() << "this kernel has no slices that a thread can choose";
  const auto before_ns = own_slice_ns();
  {
    const ShortSlice slice;
    EXPECT_EQ(own_slice_ns(), ShortSlice::slice_ns);
    {
      const ShortSlice inner;
      EXPECT_EQ(own_slice_ns(), ShortSlice::slice_ns);
    }
    EXPECT_EQ(own_slice_ns(), ShortSlice::slice_ns);
  }
  EXPECT_EQ(own_slice_ns(), before_ns);
}

TEST(ShortSlice, NicenessAndOtherThreadsStayAsTheyAre) {
  std::thread([] {  // whose niceness ends with it
    ASSERT_EQ(setpriority(PRIO_PROCESS, 0, 7), 0);
    const auto before_ns = own_slice_ns();
    std::atomic<bool> changed{false};
    std::uint64_t others_ns = 0;
    std::thread other([&] {
      EXPECT_TRUE(testing::wait_until([&] { return changed.load(); }));
      others_ns = own_slice_ns();
    });
    {
      const ShortSlice slice;
      changed = true;
      other.join();
      EXPECT_EQ(getpriority(PRIO_PROCESS, 0), 7);
    }
    EXPECT_EQ(others_ns, before_ns);
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), 7);
  })
      .join();
}

TEST(ShortSlice, WhatACallbackSetsMeanwhileStays) {
  if (!has_long_slices()) GTEST_SKIP() << "this kernel has no slices that a thread can choose";
  std::thread([] {
    {
      const ShortSlice slice;
      const sched_param none{};
      ASSERT_EQ(sched_setscheduler(0, SCHED_BATCH, &none), 0);
    }
    EXPECT_EQ(sched_getscheduler(0), SCHED_BATCH);
  }).join();
}

}  // namespace
}  // namespace baton::base
