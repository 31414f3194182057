// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/liveliness_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <limits>

#include "base/clock.hpp"
#include "testing/deadline.hpp"

namespace baton::transport {
namespace {

using testing::wait_until;

class LivelinessWatchTest : public ::testing::Test {
 protected:
  static constexpr std::int64_t lease_ns = 50'000'000;

  void SetUp() override { ASSERT_TRUE(loop_->start("test")); }
  void TearDown() override { loop_->stop(); }

  template <class Work>
  void on_loop(Work work) {
    std::promise<void> done;
    loop_->post([&] {
      work();
      done.set_value();
    });
    done.get_future().wait();
  }
  std::uint64_t add() {
    return watch_.add(
        lease_ns, [this] { return asserted_ns_.load(std::memory_order_relaxed); },
        [this](bool alive) { (alive ? gained_ : lost_).fetch_add(1, std::memory_order_relaxed); });
  }

  const std::shared_ptr<base::EventLoop> loop_ = std::make_shared<base::EventLoop>();
  std::atomic<std::int64_t> asserted_ns_{0};
  std::atomic<int> lost_{0};
  std::atomic<int> gained_{0};
  LivelinessWatch watch_{loop_};
};

TEST_F(LivelinessWatchTest, SilenceIsToldOnceAndSoIsItsEnd) {
  const std::int64_t added_ns = base::monotonic_ns();
  on_loop([&] { add(); });
  EXPECT_TRUE(wait_until([&] { return lost_ == 1; }));
  EXPECT_GE(base::monotonic_ns() - added_ns, lease_ns) << "it is alive at first";
  EXPECT_EQ(gained_, 0);
  EXPECT_TRUE(wait_until([&] {
    // Again until the watch notices.
    asserted_ns_.store(base::monotonic_ns(), std::memory_order_relaxed);
    return gained_ == 1;
  }));
  EXPECT_TRUE(wait_until([&] { return lost_ == 2; }));
}

TEST_F(LivelinessWatchTest, AClockThatLiesIsAnAssertionAllTheSame) {
  on_loop([&] { add(); });
  EXPECT_TRUE(wait_until([&] { return lost_ == 1; }));
  asserted_ns_.store(std::numeric_limits<std::int64_t>::max(), std::memory_order_relaxed);
  EXPECT_TRUE(wait_until([&] { return gained_ == 1; }));
  EXPECT_TRUE(wait_until([&] { return lost_ == 2; })) << "it counts as one of now, no later";
  asserted_ns_.store(std::numeric_limits<std::int64_t>::min(), std::memory_order_relaxed);
  EXPECT_TRUE(wait_until([&] { return gained_ == 2; }));
}

TEST_F(LivelinessWatchTest, AfterItsRemovalNothingIsTold) {
  on_loop([&] {
    const std::uint64_t first = add();
    watch_.remove(first);
    watch_.remove(first);  // the handle is unknown by now
    add();
  });
  EXPECT_TRUE(wait_until([&] { return lost_ == 1; }));
  EXPECT_EQ(lost_, 1) << "the second alone";
}

}  // namespace
}  // namespace baton::transport
