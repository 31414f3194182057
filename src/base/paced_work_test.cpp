// SPDX-License-Identifier: Apache-2.0
#include "base/paced_work.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "base/clock.hpp"
#include "testing/deadline.hpp"

namespace baton::base {
namespace {

using testing::wait_until;

class PacedWorkTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(loop_->start("test")); }
  void TearDown() override { loop_->stop(); }

  /// On the loop's thread, while no work runs.
  template <class What>
  void on_loop(What what) {
    std::promise<void> done;
    loop_->post([&] {
      what();
      done.set_value();
    });
    done.get_future().wait();
  }
  bool runs(int times) {
    return wait_until([&] { return runs_ == times; });
  }

  const std::shared_ptr<EventLoop> loop_ = std::make_shared<EventLoop>();
  std::atomic<int> runs_{0};
  std::int64_t cost_ns_ = 0;               // how long the work takes
  std::atomic<std::int64_t> ended_ns_{0};  // when the work was done last
  std::atomic<std::int64_t> begun_ns_{0};
  PacedWork work_{loop_, [this] {
                    begun_ns_ = monotonic_ns();
                    while (monotonic_ns() < begun_ns_ + cost_ns_) {
                    }
                    ended_ns_ = monotonic_ns();
                    runs_.fetch_add(1, std::memory_order_relaxed);
                  }};
};

TEST_F(PacedWorkTest, IsNeverDoneWithinTheRequest) {
  on_loop([&] {
    work_.request();
    EXPECT_EQ(runs_, 0);
  });
  EXPECT_TRUE(runs(1));
}

TEST_F(PacedWorkTest, IsDoneOnceForManyRequests) {
  on_loop([&] {
    for (int i = 0; i < 1000; ++i) work_.request();
  });
  EXPECT_TRUE(runs(1));
  on_loop([&] { work_.request(); });
  EXPECT_TRUE(runs(2)) << "a later request is not forgotten";
}

TEST_F(PacedWorkTest, PausesForAMultipleOfItsCost) {
  cost_ns_ = 2'000'000;
  on_loop([&] { work_.request(); });
  ASSERT_TRUE(runs(1));
  const std::int64_t ended_ns = ended_ns_;
  on_loop([&] { work_.request(); });
  ASSERT_TRUE(runs(2));
  EXPECT_GE(begun_ns_ - ended_ns, 20 * cost_ns_);
}

TEST_F(PacedWorkTest, WhatIsCancelledIsNotDoneAndCanBeRequestedAgain) {
  on_loop([&] {
    work_.request();
    work_.cancel();
  });
  on_loop([&] { work_.request(); });
  EXPECT_TRUE(runs(1));
  on_loop([&] {
    work_.request();
    work_.cancel();
  });
  on_loop([] {});
  EXPECT_EQ(runs_, 1);
}

TEST_F(PacedWorkTest, MayAskForItselfAgain) {
  PacedWork* again = nullptr;
  std::atomic<int> rounds{0};
  PacedWork repeated(loop_, [&] {
    if (rounds.fetch_add(1, std::memory_order_relaxed) < 2) again->request();
  });
  again = &repeated;
  on_loop([&] { repeated.request(); });
  EXPECT_TRUE(wait_until([&] { return rounds == 3; }));
  on_loop([&] { repeated.cancel(); });
}

}  // namespace
}  // namespace baton::base
