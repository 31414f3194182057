// SPDX-License-Identifier: Apache-2.0
#include "client/time/sleep.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <baton/context.hpp>

#include "base/clock.hpp"
#include "client/time/clock_state.hpp"
#include "client/time/context_interrupter.hpp"
#include "client/time/simulated_time.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using namespace std::chrono_literals;
using testing::wait_until;

/// Only a test that fails sleeps this long.
const Duration long_time = 2 * testing::default_deadline;

bool lasts_until(Clock& clock, const Time& until) {
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  return clock.sleep_until(until);
}
bool lasts_for(Clock& clock, const Duration& time) {
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  return clock.sleep_for(time);
}
bool lasts_for(Clock& clock, const Duration& time, SleepInterrupter& interrupter) {
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  return sleep_for(clock, time, &interrupter);
}

/// A sleep on another thread.
class Sleep {
 public:
  Sleep(Sleepers& sleepers, std::function<bool()> asleep)
      : sleepers_(sleepers), result_(std::async(std::launch::async, [this, asleep] {
          begun_ = true;
          return asleep();
        })) {
    EXPECT_TRUE(wait_until([this] { return begun_.load(); }));
  }
  Sleep(Clock& clock, std::function<bool()> asleep)
      : Sleep(clock.state()->sleepers(), std::move(asleep)) {}
  /// Ends the wait of a test that failed.
  ~Sleep() {
    while (result_.valid() && !ended(1ms)) sleepers_.cancel();
  }
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  bool ended(std::chrono::nanoseconds within = testing::default_deadline) {
    return result_.wait_for(within) == std::future_status::ready;
  }
  bool result() { return result_.get(); }

 private:
  Sleepers& sleepers_;
  std::atomic<bool> begun_{false};
  std::future<bool> result_;
};

class Interrupter : public SleepInterrupter {
 public:
  bool interrupted() const noexcept override { return interrupted_; }
  std::shared_ptr<void> on_interrupt(std::function<void()> wake) override {
    const std::lock_guard lock(mutex_);
    wake_ = std::move(wake);
    return {this, [](Interrupter* self) { self->forget(); }};
  }
  void interrupt() {
    interrupted_ = true;
    const std::lock_guard lock(mutex_);
    if (wake_) wake_();
  }
  bool has_sleeper() {
    const std::lock_guard lock(mutex_);
    return wake_ != nullptr;
  }

 private:
  void forget() {
    const std::lock_guard lock(mutex_);
    wake_ = nullptr;
  }

  std::atomic<bool> interrupted_{false};
  std::mutex mutex_;
  std::function<void()> wake_;
};

/// The time that the calling thread used the processor.
std::int64_t processor_time_ns() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::int64_t{used.tv_sec} * 1'000'000'000 + used.tv_nsec;
}

Time ros_time(std::int64_t ns) { return Time(ns, RCL_ROS_TIME); }

TEST(Sleep, LastsUntilTheTimeOfEachClock) {
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    const Time until = clock.now() + 20ms;
    EXPECT_TRUE(lasts_until(clock, until));
    EXPECT_GE(clock.now(), until);
  }
}

TEST(Sleep, CostsNoProcessorTime) {
  constexpr std::int64_t most_ns = 5'000'000;
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME}) {
    Clock clock(type);
    const auto before_ns = processor_time_ns();
    EXPECT_TRUE(lasts_for(clock, 50ms));
    EXPECT_LT(processor_time_ns() - before_ns, most_ns);
  }
  Clock simulated(RCL_ROS_TIME);
  enable_ros_time(simulated);
  std::atomic<std::int64_t> cost_ns{0};
  Sleep sleeper(simulated, [&] {
    const auto before_ns = processor_time_ns();
    const bool reached = lasts_until(simulated, ros_time(1));
    cost_ns = processor_time_ns() - before_ns;
    return reached;
  });
  EXPECT_FALSE(sleeper.ended(50ms));
  set_ros_time(simulated, 1);
  EXPECT_TRUE(sleeper.ended());
  EXPECT_LT(cost_ns, most_ns);
}

TEST(Sleep, ForADurationLastsAsLong) {
  Clock clock(RCL_STEADY_TIME);
  const auto before_ns = base::monotonic_ns();
  EXPECT_TRUE(lasts_for(clock, 10ms));
  EXPECT_GE(base::monotonic_ns() - before_ns, 10'000'000);
}

TEST(Sleep, UntilThePastDoesNotSleep) {
  Clock clock(RCL_STEADY_TIME);
  EXPECT_TRUE(lasts_until(clock, Time(std::int64_t{0}, RCL_STEADY_TIME)));
  EXPECT_TRUE(lasts_until(clock, Time(std::int64_t{-1}, RCL_STEADY_TIME)));
  EXPECT_TRUE(lasts_for(clock, Duration(-1h)));
  EXPECT_TRUE(lasts_for(clock, Duration(0, 0)));
}

TEST(Sleep, UntilATimeOfAnotherClockIsRefused) {
  Clock clock(RCL_STEADY_TIME);
  EXPECT_THROW(lasts_until(clock, Time(1, 0, RCL_SYSTEM_TIME)), std::runtime_error);
}

TEST(Sleep, BeyondTheEndOfTimeIsRefused) {
  Clock clock(RCL_SYSTEM_TIME);
  EXPECT_THROW(lasts_for(clock, Duration(std::chrono::nanoseconds::max())), std::overflow_error);
}

TEST(Sleep, UntilTheLastTimeThereIsLastsUntilItIsCancelled) {
  for (const rcl_clock_type_t type : {RCL_STEADY_TIME, RCL_SYSTEM_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    Sleep wait(clock, [&] { return lasts_until(clock, Time(INT64_MAX, type)); });
    EXPECT_FALSE(wait.ended(10ms));
    clock.cancel_sleep_or_wait();
    ASSERT_TRUE(wait.ended());
    EXPECT_FALSE(wait.result());
  }
}

TEST(Sleep, IsCancelledFromAnotherThread) {
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    Sleep sleeper(clock, [&] { return lasts_for(clock, long_time); });
    clock.cancel_sleep_or_wait();
    ASSERT_TRUE(sleeper.ended());
    EXPECT_FALSE(sleeper.result());
  }
}

TEST(Sleep, IsCancelledBeforeItBeginsOnce) {
  Clock clock(RCL_STEADY_TIME);
  EXPECT_TRUE(lasts_for(clock, 1ms));
  clock.cancel_sleep_or_wait();
  EXPECT_FALSE(lasts_for(clock, long_time));
  EXPECT_TRUE(lasts_for(clock, 1ms));
}

TEST(Sleep, OfSeveralThreadsIsCancelledTogether) {
  Sleepers sleepers;
  std::atomic<int> looked{0};
  const auto never = [&] {
    ++looked;
    return false;
  };
  Sleep first(sleepers, [&] { return sleepers.wait(std::nullopt, never); });
  Sleep second(sleepers, [&] { return sleepers.wait(std::nullopt, never); });
  // Each thread looks once before it is counted as a sleeper, and once after.
  ASSERT_TRUE(wait_until([&] { return looked == 4; }));
  sleepers.cancel();
  EXPECT_TRUE(first.ended());
  EXPECT_TRUE(second.ended());
}

TEST(Sleep, InSimulatedTimeEndsWhenThatTimeGetsThere) {
  Clock clock(RCL_ROS_TIME);
  set_ros_time(clock, 100);
  enable_ros_time(clock);
  Sleep sleeper(clock, [&] { return lasts_until(clock, ros_time(200)); });
  set_ros_time(clock, 199);
  EXPECT_FALSE(sleeper.ended(10ms));
  set_ros_time(clock, 50);
  EXPECT_FALSE(sleeper.ended(10ms));
  set_ros_time(clock, 200);
  ASSERT_TRUE(sleeper.ended());
  EXPECT_TRUE(sleeper.result());
}

TEST(Sleep, EndsWithoutSuccessWhenTheSourceOfTimeChanges) {
  Clock clock(RCL_ROS_TIME);
  {
    Interrupter asleep;
    Sleep in_system_time(clock, [&] { return lasts_for(clock, long_time, asleep); });
    ASSERT_TRUE(wait_until([&] { return asleep.has_sleeper(); }));
    enable_ros_time(clock);
    ASSERT_TRUE(in_system_time.ended());
    EXPECT_FALSE(in_system_time.result());
  }
  Interrupter asleep;
  Sleep in_simulated_time(clock, [&] { return lasts_for(clock, long_time, asleep); });
  ASSERT_TRUE(wait_until([&] { return asleep.has_sleeper(); }));
  disable_ros_time(clock);
  ASSERT_TRUE(in_simulated_time.ended());
  EXPECT_FALSE(in_simulated_time.result());
}

TEST(Sleep, IsEndedByAnInterrupter) {
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    Interrupter interrupter;
    Sleep sleeper(clock, [&] { return lasts_for(clock, long_time, interrupter); });
    ASSERT_TRUE(wait_until([&] { return interrupter.has_sleeper(); }));
    interrupter.interrupt();
    ASSERT_TRUE(sleeper.ended());
    EXPECT_FALSE(sleeper.result());
    EXPECT_FALSE(interrupter.has_sleeper());
  }
}

TEST(Sleep, DoesNotBeginAfterAnInterrupt) {
  Clock clock(RCL_STEADY_TIME);
  Interrupter interrupter;
  interrupter.interrupt();
  EXPECT_FALSE(lasts_for(clock, long_time, interrupter));
}

TEST(Sleep, WaitsForTheFirstSimulatedTime) {
  Clock clock(RCL_ROS_TIME);
  EXPECT_TRUE(clock.wait_until_started());
  enable_ros_time(clock);
  Sleep wait(clock, [&] { return clock.wait_until_started(); });
  EXPECT_FALSE(wait.ended(10ms));
  set_ros_time(clock, 1);
  ASSERT_TRUE(wait.ended());
  EXPECT_TRUE(wait.result());
}

TEST(Sleep, WaitsForTheFirstSimulatedTimeNoLongerThanToldTo) {
  Clock clock(RCL_ROS_TIME);
  enable_ros_time(clock);
  const auto before_ns = base::monotonic_ns();
  EXPECT_FALSE(clock.wait_until_started(10ms));
  EXPECT_GE(base::monotonic_ns() - before_ns, 10'000'000);
  EXPECT_FALSE(clock.wait_until_started(0ms));
  Sleep wait(clock, [&] { return clock.wait_until_started(long_time); });
  set_ros_time(clock, 1);
  ASSERT_TRUE(wait.ended());
  EXPECT_TRUE(wait.result());
}

TEST(Sleep, WaitsForTheFirstSimulatedTimeForTheLongestTimeToo) {
  Clock clock(RCL_ROS_TIME);
  enable_ros_time(clock);
  Sleep wait(clock, [&] { return clock.wait_until_started(std::chrono::nanoseconds::max()); });
  EXPECT_FALSE(wait.ended(10ms));
  set_ros_time(clock, 1);
  ASSERT_TRUE(wait.ended());
  EXPECT_TRUE(wait.result());
}

TEST(Sleep, WaitingForTheFirstSimulatedTimeIsCancelledAndInterrupted) {
  Clock clock(RCL_ROS_TIME);
  enable_ros_time(clock);
  clock.cancel_sleep_or_wait();
  EXPECT_FALSE(clock.wait_until_started(long_time));
  Interrupter interrupter;
  Sleep wait(clock, [&] { return wait_until_started(clock, std::nullopt, &interrupter); });
  ASSERT_TRUE(wait_until([&] { return interrupter.has_sleeper(); }));
  interrupter.interrupt();
  ASSERT_TRUE(wait.ended());
  EXPECT_FALSE(wait.result());
}

TEST(Sleep, NoStepOfSimulatedTimeIsMissed) {
  constexpr int steps = 500;
  Clock clock(RCL_ROS_TIME);
  enable_ros_time(clock);
  std::vector<std::unique_ptr<std::atomic<int>>> reached;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    auto& mine = *reached.emplace_back(std::make_unique<std::atomic<int>>(0));
    threads.emplace_back([&] {
      for (int step = 1; step <= steps; ++step) {
        if (lasts_until(clock, ros_time(step))) mine = step;
      }
    });
  }
  for (int step = 1; step <= steps; ++step) {
    set_ros_time(clock, step);
    for (const auto& mine : reached) {
      EXPECT_TRUE(wait_until([&] { return *mine == step; })) << "missed step " << step;
    }
  }
  for (auto& thread : threads) thread.join();
}

using SleepInContext = testing::IsolatedTest;

TEST_F(SleepInContext, EndsWhenTheContextIsShutDown) {
  const auto context = std::make_shared<Context>(ContextOptions{});
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    // lint-ok: no_sleep_in_tests: sleeping is what is tested
    EXPECT_TRUE(clock.sleep_for(1ms, context));
  }
  Clock clock(RCL_STEADY_TIME);
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  Sleep sleeper(clock, [&] { return clock.sleep_for(long_time, context); });
  Clock unstarted(RCL_ROS_TIME);
  enable_ros_time(unstarted);
  Sleep wait(unstarted, [&] { return unstarted.wait_until_started(context); });
  EXPECT_FALSE(sleeper.ended(10ms));
  context->shutdown();
  EXPECT_TRUE(sleeper.ended());
  EXPECT_FALSE(sleeper.result());
  EXPECT_TRUE(wait.ended());
  EXPECT_FALSE(wait.result());
}

TEST_F(SleepInContext, DoesNotBeginAfterItWasShutDown) {
  const auto context = std::make_shared<Context>(ContextOptions{});
  context->shutdown();
  Clock clock(RCL_STEADY_TIME);
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  EXPECT_THROW(clock.sleep_until(clock.now() + long_time, context), std::runtime_error);
}

TEST_F(SleepInContext, LeavesNothingBehindInTheContext) {
  const auto context = std::make_shared<Context>(ContextOptions{});
  ContextInterrupter interrupter(context);
  int wakes = 0;
  interrupter.on_interrupt([&] { wakes += 100; });
  const auto handle = interrupter.on_interrupt([&] { ++wakes; });
  EXPECT_FALSE(interrupter.interrupted());
  context->shutdown();
  EXPECT_TRUE(interrupter.interrupted());
  EXPECT_EQ(wakes, 1);
}

TEST_F(SleepInContext, IsRefusedWithoutContextOrInit) {
  Clock clock(RCL_STEADY_TIME);
  const auto never_initialised = std::make_shared<Context>();
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  EXPECT_THROW(clock.sleep_for(1ms, nullptr), std::runtime_error);
  // lint-ok: no_sleep_in_tests: sleeping is what is tested
  EXPECT_THROW(clock.sleep_for(1ms, never_initialised), std::runtime_error);
  EXPECT_THROW(clock.wait_until_started(never_initialised), std::runtime_error);
  EXPECT_THROW(clock.wait_until_started(1ms, never_initialised), std::runtime_error);
}

}  // namespace
}  // namespace baton::client
