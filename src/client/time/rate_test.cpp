// SPDX-License-Identifier: Apache-2.0
#include <baton/rate.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/clock.hpp"
#include "client/time/simulated_time.hpp"
#include "testing/deadline.hpp"

namespace baton {
namespace {

using namespace std::chrono_literals;
using client::Pace;

bool turn(RateBase& rate) {
  // lint-ok: no_sleep_in_tests: pacing is what is tested
  return rate.sleep();
}

/// A clock of chrono that the test sets.
struct HandTurned {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<HandTurned>;
  static constexpr bool is_steady = false;
  static inline std::int64_t now_ns = 0;
  static time_point now() { return time_point(duration(now_ns)); }
};

TEST(Rate, PacesALoopWithoutDrift) {
  Pace pace(100, 1000);
  EXPECT_EQ(pace.next_ns(1010), 1100);
  EXPECT_EQ(pace.next_ns(1130), 1200);
  EXPECT_EQ(pace.next_ns(1201), 1300);
}

TEST(Rate, ALateTurnDoesNotSleepAndTheNextIsShort) {
  Pace pace(100, 1000);
  EXPECT_EQ(pace.next_ns(1100), std::nullopt);
  EXPECT_EQ(pace.next_ns(1290), std::nullopt);
  EXPECT_EQ(pace.next_ns(1295), 1300);
}

TEST(Rate, MissedTurnsAreNotMadeUpFor) {
  Pace pace(100, 1000);
  EXPECT_EQ(pace.next_ns(5050), std::nullopt);
  EXPECT_EQ(pace.next_ns(5060), 5150);
}

TEST(Rate, TimeThatRunsBackwardsCostsOnePeriod) {
  Pace pace(100, 1000);
  EXPECT_EQ(pace.next_ns(300), 400);
  EXPECT_EQ(pace.next_ns(410), 500);
}

TEST(Rate, ResetBeginsATurnNow) {
  Pace pace(100, 1000);
  pace.reset(1070);
  EXPECT_EQ(pace.next_ns(1080), 1170);
}

TEST(Rate, RefusesWhatIsNoRateOrPeriod) {
  EXPECT_THROW(Rate(0.0), std::invalid_argument);
  EXPECT_THROW(Rate(-1.0), std::invalid_argument);
  EXPECT_THROW(Rate(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(Rate(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW(Rate(Duration(0, 0)), std::invalid_argument);
  EXPECT_THROW(WallRate(Duration(-1s)), std::invalid_argument);
  EXPECT_THROW(GenericRate<>(0.0), std::invalid_argument);
  EXPECT_THROW(Rate(10, nullptr), std::invalid_argument);
}

TEST(Rate, IsMadeOfHertzADurationOrALengthOfChrono) {
  EXPECT_EQ(Rate(10).period(), 100ms);
  EXPECT_EQ(Rate(Duration(0, 5)).period(), 5ns);
  EXPECT_EQ(WallRate(500ms).period(), 500ms);
  EXPECT_EQ(GenericRate<std::chrono::steady_clock>(4.0).period(), 250ms);
  EXPECT_EQ(GenericRate<>(250ms).period(), 250ms);
}

TEST(Rate, KnowsItsClock) {
  EXPECT_EQ(Rate(1).get_type(), RCL_SYSTEM_TIME);
  EXPECT_FALSE(Rate(1).is_steady());
  EXPECT_EQ(WallRate(1).get_type(), RCL_STEADY_TIME);
  EXPECT_TRUE(WallRate(1).is_steady());
  EXPECT_EQ(ROSRate(1).get_type(), RCL_ROS_TIME);
  EXPECT_FALSE(ROSRate(1).is_steady());
  EXPECT_TRUE(GenericRate<std::chrono::steady_clock>(1.0).is_steady());
  EXPECT_EQ(GenericRate<std::chrono::steady_clock>(1.0).get_type(), RCL_STEADY_TIME);
  EXPECT_EQ(GenericRate<std::chrono::system_clock>(1.0).get_type(), RCL_SYSTEM_TIME);
}

TEST(Rate, SleepsAPeriod) {
  const auto before_ns = base::monotonic_ns();
  WallRate rate(5ms);
  EXPECT_TRUE(turn(rate));
  EXPECT_GE(base::monotonic_ns() - before_ns, 5'000'000);
}

TEST(Rate, SleepsInSimulatedTime) {
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  client::set_ros_time(*clock, 1000);
  client::enable_ros_time(*clock);
  Rate rate(Duration(100ns), clock);
  std::atomic<int> turns{0};
  std::atomic<bool> over{false};
  std::thread loop([&] {
    while (!over) {
      if (turn(rate)) ++turns;
    }
  });
  EXPECT_TRUE(testing::stays_true([&] { return turns == 0; }, 10ms));
  std::int64_t now_ns = 1000;
  EXPECT_TRUE(testing::wait_until([&] {
    client::set_ros_time(*clock, now_ns += 10);
    return turns >= 3;
  }));
  EXPECT_GE(now_ns, 1300);
  over = true;
  client::disable_ros_time(*clock);
  loop.join();
}

TEST(Rate, TheOlderOneFollowsAnyClockOfChrono) {
  HandTurned::now_ns = 1000;
  GenericRate<HandTurned> rate(2ms);
  const auto before_ns = base::monotonic_ns();
  EXPECT_TRUE(turn(rate));
  EXPECT_GE(base::monotonic_ns() - before_ns, 2'000'000);
  HandTurned::now_ns += 4'000'000;
  EXPECT_FALSE(turn(rate));
  rate.reset();
  EXPECT_TRUE(turn(rate));
}

}  // namespace
}  // namespace baton
