// SPDX-License-Identifier: Apache-2.0
#include <baton/clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "client/time/simulated_time.hpp"

namespace baton {
namespace {

TEST(Clock, TellsSystemTimeUnlessToldOtherwise) {
  const Clock clock;
  EXPECT_EQ(clock.get_clock_type(), RCL_SYSTEM_TIME);
  const auto before_ns = base::realtime_ns();
  const Time now = clock.now();
  EXPECT_EQ(now.get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_GE(now.nanoseconds(), before_ns);
  EXPECT_LE(now.nanoseconds(), base::realtime_ns());
}

TEST(Clock, SteadyTimeIsThatOfChrono) {
  const auto ns = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  const auto before_ns = ns();
  const Time now = Clock(RCL_STEADY_TIME).now();
  EXPECT_EQ(now.get_clock_type(), RCL_STEADY_TIME);
  EXPECT_GE(now.nanoseconds(), before_ns);
  EXPECT_LE(now.nanoseconds(), ns());
}

TEST(Clock, RosTimeIsSystemTimeWhileNoTimeIsSimulated) {
  const ROSClock clock;
  EXPECT_FALSE(clock.ros_time_is_active());
  const auto before_ns = base::realtime_ns();
  EXPECT_EQ(clock.now().get_clock_type(), RCL_ROS_TIME);
  EXPECT_GE(clock.now().nanoseconds(), before_ns);
}

TEST(Clock, CopiesAreTheSameClock) {
  const Clock::SharedPtr clock = Clock::make_shared(RCL_ROS_TIME);
  const Clock copy = *clock;
  client::set_ros_time(*clock, 5);
  client::enable_ros_time(*clock);
  EXPECT_EQ(copy.now().nanoseconds(), 5);
}

TEST(Clock, WithoutATypeHasNoTime) {
  Clock clock(RCL_CLOCK_UNINITIALIZED);
  EXPECT_THROW(clock.now(), exceptions::RCLError);
  EXPECT_THROW(clock.started(), exceptions::RCLError);
  EXPECT_THROW(clock.wait_until_started(), exceptions::RCLError);
  // lint-ok: no_sleep_in_tests: it throws
  EXPECT_THROW(clock.sleep_until(Time(std::int64_t{1}, RCL_CLOCK_UNINITIALIZED)),
               exceptions::RCLError);
  // lint-ok: no_sleep_in_tests: it throws
  EXPECT_THROW(clock.sleep_for(Duration(0, 1)), exceptions::RCLError);
}

TEST(Clock, OnlyRosClocksKnowWhetherRosTimeIsActive) {
  EXPECT_THROW((void)Clock(RCL_SYSTEM_TIME).ros_time_is_active(), exceptions::RCLError);
  EXPECT_THROW((void)Clock(RCL_STEADY_TIME).ros_time_is_active(), exceptions::RCLError);
}

TEST(Clock, IsStartedWhenItsTimeIsNotZero) {
  EXPECT_TRUE(Clock(RCL_SYSTEM_TIME).started());
  EXPECT_TRUE(Clock(RCL_STEADY_TIME).started());
  Clock ros(RCL_ROS_TIME);
  EXPECT_TRUE(ros.started());
  client::enable_ros_time(ros);
  EXPECT_FALSE(ros.started());
  client::set_ros_time(ros, 1);
  EXPECT_TRUE(ros.started());
}

TEST(Clock, ItsMutexIsHeldWhileSimulatedTimeMoves) {
  Clock clock(RCL_ROS_TIME);
  client::enable_ros_time(clock);
  bool was_free = true;
  const auto handle = client::on_clock_changed(clock, nullptr, [&](const auto&) {
    std::thread([&] {
      std::unique_lock lock(clock.get_clock_mutex(), std::try_to_lock);
      was_free = lock.owns_lock();
    }).join();
  });
  client::set_ros_time(clock, 1);
  EXPECT_FALSE(was_free);
  EXPECT_TRUE(std::unique_lock(clock.get_clock_mutex(), std::try_to_lock).owns_lock());
}

}  // namespace
}  // namespace baton
