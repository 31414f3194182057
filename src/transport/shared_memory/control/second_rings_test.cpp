// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/second_rings.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "testing/deadline.hpp"

namespace baton::transport {
namespace {

class SecondRingsTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(loop_->start("test")); }
  void TearDown() override { loop_->stop(); }

  /// Returns how many looks it made.
  int on_period(bool rung) {
    std::promise<int> looks;
    loop_->post([&] {
      const int before = looks_;
      rings_.on_period(rung);
      looks.set_value(looks_ - before);
    });
    return looks.get_future().get();
  }

  const std::shared_ptr<base::EventLoop> loop_ = std::make_shared<base::EventLoop>();
  // Used by the loop's thread from the first period on.
  std::uint64_t published_ = 0;
  int behind_ = 0;  // how many looks find a reader that is behind
  std::atomic<int> looks_{0};
  SecondRings rings_{loop_,
                     {[this] { return published_; },
                      [this]() -> std::size_t {
                        looks_.fetch_add(1, std::memory_order_relaxed);
                        return behind_ > 0 && behind_-- > 0 ? 1 : 0;
                      }}};
};

TEST_F(SecondRingsTest, LookOnceWhenNoReaderIsBehind) {
  published_ = 1;
  EXPECT_EQ(on_period(true), 1);
  EXPECT_EQ(on_period(false), 0) << "nothing was published since";
}

TEST_F(SecondRingsTest, LookAfterWhatWasPublishedWithoutARing) {
  published_ = 1;
  EXPECT_EQ(on_period(false), 1);
  EXPECT_EQ(on_period(false), 0);
}

TEST_F(SecondRingsTest, GoOnUntilAllIsRead) {
  published_ = 1;
  behind_ = 2;
  EXPECT_EQ(on_period(true), 1);
  EXPECT_EQ(on_period(false), 0) << "its own rings are no reason";
  EXPECT_TRUE(testing::wait_until([&] { return looks_ == 3; }));
}

}  // namespace
}  // namespace baton::transport
