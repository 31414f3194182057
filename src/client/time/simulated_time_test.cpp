// SPDX-License-Identifier: Apache-2.0
#include "client/time/simulated_time.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "testing/deadline.hpp"

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::wait_until;

rcl_jump_threshold_t threshold(bool on_change, std::int64_t forward_ns, std::int64_t backward_ns) {
  rcl_jump_threshold_t threshold{};
  threshold.on_clock_change = on_change;
  threshold.min_forward.nanoseconds = forward_ns;
  threshold.min_backward.nanoseconds = backward_ns;
  return threshold;
}

const rcl_jump_threshold_t any_jump = threshold(true, 1, -1);

class SimulatedTime : public ::testing::Test {
 protected:
  /// Records the deltas of jumps that exceed `limits`, for changes of the source the kind of
  /// change.
  JumpHandler::SharedPtr record(const rcl_jump_threshold_t& limits) {
    return clock.create_jump_callback(
        nullptr,
        [this](const rcl_time_jump_t& jump) {
          jumps.emplace_back(jump.clock_change, jump.delta.nanoseconds);
        },
        limits);
  }
  std::vector<std::int64_t> deltas() const {
    std::vector<std::int64_t> deltas;
    for (const auto& jump : jumps) deltas.push_back(jump.second);
    return deltas;
  }

  Clock clock{RCL_ROS_TIME};
  std::vector<std::pair<rcl_clock_change_t, std::int64_t>> jumps;
};

TEST_F(SimulatedTime, IsToldOnlyWhileEnabled) {
  set_ros_time(clock, 42);
  EXPECT_NE(clock.now().nanoseconds(), 42);
  enable_ros_time(clock);
  EXPECT_TRUE(clock.ros_time_is_active());
  EXPECT_EQ(clock.now(), Time(std::int64_t{42}, RCL_ROS_TIME));
  set_ros_time(clock, 41);
  EXPECT_EQ(clock.now().nanoseconds(), 41);
  const auto before_ns = base::realtime_ns();
  disable_ros_time(clock);
  EXPECT_FALSE(clock.ros_time_is_active());
  EXPECT_GE(clock.now().nanoseconds(), before_ns);
}

TEST_F(SimulatedTime, IsZeroBeforeItWasSet) {
  enable_ros_time(clock);
  EXPECT_EQ(clock.now().nanoseconds(), 0);
}

TEST_F(SimulatedTime, IsRefusedByOtherClocks) {
  Clock system(RCL_SYSTEM_TIME);
  Clock steady(RCL_STEADY_TIME);
  EXPECT_THROW(enable_ros_time(system), exceptions::RCLError);
  EXPECT_THROW(disable_ros_time(steady), exceptions::RCLError);
  EXPECT_THROW(set_ros_time(steady, 1), exceptions::RCLError);
}

TEST_F(SimulatedTime, AChangeOfTheSourceIsAJumpOnceEach) {
  const auto handler = record(threshold(true, 0, 0));
  enable_ros_time(clock);
  enable_ros_time(clock);
  disable_ros_time(clock);
  disable_ros_time(clock);
  EXPECT_THAT(jumps, ElementsAre(std::pair(RCL_ROS_TIME_ACTIVATED, 0),
                                 std::pair(RCL_ROS_TIME_DEACTIVATED, 0)));
}

TEST_F(SimulatedTime, AChangeOfTheSourceIsToldOnlyToCallbacksThatAskedForIt) {
  const auto handler = record(threshold(false, 1, -1));
  enable_ros_time(clock);
  EXPECT_THAT(jumps, IsEmpty());
}

TEST_F(SimulatedTime, AForwardJumpIsToldFromItsThresholdOn) {
  const auto handler = record(threshold(false, 100, 0));
  enable_ros_time(clock);
  set_ros_time(clock, 99);
  set_ros_time(clock, 199);
  set_ros_time(clock, 301);
  set_ros_time(clock, 0);
  EXPECT_THAT(jumps, ElementsAre(std::pair(RCL_ROS_TIME_NO_CHANGE, 100),
                                 std::pair(RCL_ROS_TIME_NO_CHANGE, 102)));
}

TEST_F(SimulatedTime, ABackwardJumpIsToldFromItsThresholdOn) {
  const auto handler = record(threshold(false, 0, -100));
  set_ros_time(clock, 1000);
  enable_ros_time(clock);
  set_ros_time(clock, 901);
  set_ros_time(clock, 801);
  set_ros_time(clock, 2000);
  EXPECT_THAT(deltas(), ElementsAre(-100));
}

TEST_F(SimulatedTime, TheSameTimeAgainIsNoJump) {
  const auto handler = record(any_jump);
  set_ros_time(clock, 5);
  enable_ros_time(clock);
  jumps.clear();
  set_ros_time(clock, 5);
  EXPECT_THAT(jumps, IsEmpty());
}

TEST_F(SimulatedTime, IsNoJumpWhileItIsNotTold) {
  const auto handler = record(any_jump);
  set_ros_time(clock, 5);
  EXPECT_THAT(jumps, IsEmpty());
}

TEST_F(SimulatedTime, AJumpThatDoesNotFitIsTheLargest) {
  const auto handler = record(any_jump);
  enable_ros_time(clock);
  set_ros_time(clock, -2);
  jumps.clear();
  set_ros_time(clock, std::numeric_limits<std::int64_t>::max());
  set_ros_time(clock, -2);
  EXPECT_THAT(deltas(), ElementsAre(std::numeric_limits<std::int64_t>::max(),
                                    std::numeric_limits<std::int64_t>::min()));
}

TEST_F(SimulatedTime, CallbacksSeeTheOldTimeBeforeAndTheNewTimeAfter) {
  std::vector<std::string> seen;
  const auto note = [&](const char* when) {
    seen.push_back(when + std::to_string(clock.now().nanoseconds()));
  };
  const auto first = clock.create_jump_callback(
      [&] { note("first before "); }, [&](const auto&) { note("first after "); }, any_jump);
  const auto second = clock.create_jump_callback(
      [&] { note("second before "); }, [&](const auto&) { note("second after "); }, any_jump);
  set_ros_time(clock, 1);
  enable_ros_time(clock);
  seen.clear();
  set_ros_time(clock, 9);
  EXPECT_THAT(seen,
              ElementsAre("first before 1", "second before 1", "first after 9", "second after 9"));
}

TEST_F(SimulatedTime, ThresholdsOfTheWrongSignAreRefused) {
  EXPECT_THROW(record(threshold(true, -1, 0)), exceptions::RCLInvalidArgument);
  EXPECT_THROW(record(threshold(true, 0, 1)), exceptions::RCLInvalidArgument);
}

TEST_F(SimulatedTime, AHandlerThatIsGoneIsNotCalled) {
  auto handler = record(any_jump);
  enable_ros_time(clock);
  handler.reset();
  set_ros_time(clock, 5);
  EXPECT_EQ(jumps.size(), 1u);
}

TEST_F(SimulatedTime, AHandlerMayOutliveItsClock) {
  auto other = std::make_unique<Clock>(RCL_ROS_TIME);
  auto handler = other->create_jump_callback(nullptr, nullptr, any_jump);
  other.reset();
  handler.reset();
}

TEST_F(SimulatedTime, ACallbackMayDropItsOwnHandler) {
  JumpHandler::SharedPtr handler;
  int calls = 0;
  const auto kept = std::make_shared<int>(0);
  handler = clock.create_jump_callback(
      [&, kept] {
        handler.reset();
        ++calls;
        EXPECT_GE(kept.use_count(), 2) << "the callback was destroyed while it ran";
      },
      [&](const auto&) { calls += 100; }, any_jump);
  enable_ros_time(clock);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(kept.use_count(), 1);
}

TEST_F(SimulatedTime, ACallbackMayDropAnotherHandlerWhichIsThenNotCalled) {
  JumpHandler::SharedPtr second;
  int calls = 0;
  const auto first = clock.create_jump_callback([&] { second.reset(); }, nullptr, any_jump);
  second = clock.create_jump_callback([&] { ++calls; }, [&](const auto&) { ++calls; }, any_jump);
  enable_ros_time(clock);
  EXPECT_EQ(calls, 0);
}

TEST_F(SimulatedTime, ACallbackMayMakeAHandlerForTheNextJump) {
  JumpHandler::SharedPtr made;
  const auto maker = clock.create_jump_callback(
      [&] {
        if (!made) made = record(any_jump);
      },
      nullptr, any_jump);
  enable_ros_time(clock);
  EXPECT_THAT(jumps, IsEmpty());
  set_ros_time(clock, 3);
  EXPECT_THAT(deltas(), ElementsAre(3));
}

TEST_F(SimulatedTime, ACallbackCannotSetTheTimeOfItsOwnClock) {
  const auto handler =
      clock.create_jump_callback([&] { set_ros_time(clock, 7); }, nullptr, any_jump);
  EXPECT_THROW(enable_ros_time(clock), exceptions::RCLError);
}

TEST_F(SimulatedTime, ACallbackMaySetTheTimeOfAnotherClock) {
  Clock follower(RCL_ROS_TIME);
  const auto handler = on_clock_changed(
      clock, nullptr, [&](const auto&) { set_ros_time(follower, clock.now().nanoseconds()); });
  enable_ros_time(follower);
  enable_ros_time(clock);
  set_ros_time(clock, 8);
  EXPECT_EQ(follower.now().nanoseconds(), 8);
}

TEST_F(SimulatedTime, AnExceptionOfACallbackComesOutAfterEveryCallbackWasCalled) {
  const auto thrower =
      clock.create_jump_callback([] { throw std::domain_error("before"); },
                                 [](const auto&) { throw std::range_error("after"); }, any_jump);
  const auto handler = record(any_jump);
  EXPECT_THROW(enable_ros_time(clock), std::domain_error);
  EXPECT_TRUE(clock.ros_time_is_active());
  EXPECT_THROW(set_ros_time(clock, 3), std::domain_error);
  EXPECT_EQ(clock.now().nanoseconds(), 3);
  EXPECT_EQ(jumps.size(), 2u);
}

TEST_F(SimulatedTime, EachChangeIsToldToExecutorsAfterIt) {
  std::vector<std::int64_t> seen;
  auto handle = on_clock_changed(clock, nullptr,
                                 [&](const auto&) { seen.push_back(clock.now().nanoseconds()); });
  set_ros_time(clock, 1);
  enable_ros_time(clock);
  set_ros_time(clock, 2);
  set_ros_time(clock, 1);
  EXPECT_THAT(seen, ElementsAre(1, 2, 1));
  disable_ros_time(clock);
  EXPECT_EQ(seen.size(), 4u);
  handle.reset();
  enable_ros_time(clock);
  EXPECT_EQ(seen.size(), 4u);
}

TEST_F(SimulatedTime, GivingUpAHandlerWaitsForItsCallback) {
  std::atomic<bool> running{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> ended{false};
  auto handler = clock.create_jump_callback(
      [&] {
        running = true;
        wait_until([&] { return may_end.load(); });
        ended = true;
      },
      nullptr, any_jump);
  std::thread source([&] { enable_ros_time(clock); });
  ASSERT_TRUE(wait_until([&] { return running.load(); }));
  std::atomic<bool> gone{false};
  std::thread owner([&] {
    handler.reset();
    EXPECT_TRUE(ended.load());
    gone = true;
  });
  EXPECT_TRUE(testing::stays_true([&] { return !gone.load(); }, std::chrono::milliseconds(20)));
  may_end = true;
  owner.join();
  source.join();
}

TEST_F(SimulatedTime, ManyThreadsReadSetAndListenAtOnce) {
  constexpr int rounds = 2000;
  set_ros_time(clock, 1);
  std::atomic<bool> over{false};
  std::atomic<int> calls{0};
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    for (int i = 0; i < rounds; ++i) set_ros_time(clock, 1 + i % 50);
  });
  threads.emplace_back([&] {
    for (int i = 0; i < rounds; ++i) i % 2 == 0 ? enable_ros_time(clock) : disable_ros_time(clock);
  });
  threads.emplace_back([&] {
    while (!over) {
      auto alive = std::make_unique<int>(1);
      const auto handler = clock.create_jump_callback(
          [&] { calls += *alive; }, [&](const auto&) { calls += *alive; }, any_jump);
      EXPECT_GT(clock.now().nanoseconds(), 0);
    }
  });
  threads[0].join();
  threads[1].join();
  over = true;
  threads[2].join();
  EXPECT_FALSE(clock.ros_time_is_active());
}

}  // namespace
}  // namespace baton::client
