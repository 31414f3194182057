// SPDX-License-Identifier: Apache-2.0
// Executors and callback groups, as nodes use them.
#include <atomic>
#include <chrono>
#include <future>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <std_msgs/msg/int64.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using namespace std::chrono_literals;

class ExecutorsTest : public NodeTest {};

/// Spins in a thread of its own until it goes.
class Spinning {
 public:
  explicit Spinning(Executor& executor)
      : executor_(executor), thread_([this] { executor_.spin(); }) {}
  ~Spinning() {
    executor_.cancel();
    thread_.join();
  }

 private:
  Executor& executor_;
  std::thread thread_;
};

TEST_F(ExecutorsTest, AWallTimerFiresInItsPeriodUntilItIsCancelled) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto timer = node->create_wall_timer(5ms, [&] { ++fired; });
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 4; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  timer->cancel();
  EXPECT_TRUE(timer->is_canceled());
  executor.spin_once(15ms);
  EXPECT_EQ(fired, 4);
  timer->reset();
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 5; }));
}

TEST_F(ExecutorsTest, ATimersCallbackMayTakeTheTimerAndEndIt) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto timer = node->create_wall_timer(1ms, [&](TimerBase& self) {
    ++fired;
    self.cancel();
  });
  ASSERT_TRUE(spin_until(executor, [&] { return fired == 1; }));
  executor.spin_once(5ms);
  EXPECT_EQ(fired, 1);
}

TEST_F(ExecutorsTest, ATimerThatIsMadeWhileTheExecutorSleepsFires) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  const Spinning spinning(executor);
  ASSERT_TRUE(wait_until([&] { return executor.get_counters().waits == 1; }));
  std::atomic<int> fired{0};
  const auto timer = node->create_wall_timer(1ms, [&] { ++fired; });
  EXPECT_TRUE(wait_until([&] { return fired >= 2; }));
}

TEST_F(ExecutorsTest, PeriodsThatPassWhileNoThreadLooksAreMerged) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto timer = node->create_wall_timer(20ms, [&] { ++fired; });
  ASSERT_TRUE(wait_until([&] { return timer->time_until_trigger() < -60ms; }));
  executor.spin_some();
  EXPECT_EQ(fired, 1);
  // Unmerged, the next one would be 40 ms late.
  EXPECT_GT(timer->time_until_trigger(), -20ms);
}

TEST_F(ExecutorsTest, ATimerThatIsDroppedFiresNoMore) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  auto timer = node->create_wall_timer(1ms, [] { FAIL(); });
  timer.reset();
  EXPECT_FALSE(executor.spin_once(5ms));
}

TEST_F(ExecutorsTest, AnOverdueTimerDoesNotStarveASubscription) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  const auto timer = node->create_wall_timer(0ms, [] {});
  int received = 0;
  const auto subscription =
      node->create_subscription<Int64>("t", 10, [&](const Int64&) { ++received; });
  const auto publisher = node->create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  for (int i = 0; i < 5; ++i) publisher->publish(Int64());
  for (int i = 0; i < 12 && received < 5; ++i) executor.spin_once(1s);
  EXPECT_EQ(received, 5);
}

TEST_F(ExecutorsTest, EntitiesOfANodeThatIsAddedAlreadyAreFound) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int received = 0;
  const auto publisher = node->create_publisher<Int64>("t", 10);
  const auto subscription =
      node->create_subscription<Int64>("t", 10, [&](const Int64&) { ++received; });
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Int64());
  EXPECT_TRUE(spin_until(executor, [&] { return received == 1; }));
}

TEST_F(ExecutorsTest, ANodeIsInOneExecutorAtATime) {
  const auto node = make_node();
  executors::SingleThreadedExecutor one(executor_options());
  executors::SingleThreadedExecutor other(executor_options());
  one.add_node(node);
  EXPECT_TRUE(node->get_node_base_interface()->get_associated_with_executor_atomic());
  EXPECT_THROW(other.add_node(node), std::runtime_error);
  EXPECT_THROW(other.remove_node(node), std::runtime_error);
  one.remove_node(node);
  other.add_node(node);
}

TEST_F(ExecutorsTest, AGroupThatIsNotAddedWithItsNodeRunsWhereItIsAdded) {
  const auto node = make_node();
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  executors::SingleThreadedExecutor first(executor_options());
  executors::SingleThreadedExecutor second(executor_options());
  first.add_node(node);
  second.add_callback_group(group, node->get_node_base_interface());
  int fired = 0;
  const auto timer = node->create_wall_timer(
      1ms, [&] { ++fired; }, group);
  EXPECT_FALSE(first.spin_once(5ms));
  EXPECT_TRUE(spin_until(second, [&] { return fired >= 1; }));
  EXPECT_THROW(first.add_callback_group(group, node->get_node_base_interface()),
               std::runtime_error);
}

TEST_F(ExecutorsTest, TheGroupOfAnotherNodeIsRefused) {
  const auto node = make_node("one");
  const auto other = make_node("other");
  const auto group = other->create_callback_group(CallbackGroupType::Reentrant);
  EXPECT_THROW((void)node->create_wall_timer(
                   1ms, [] {}, group),
               exceptions::MissingGroupNodeException);
}

TEST_F(ExecutorsTest, SpinningTwiceAtOnceIsRefused) {
  executors::SingleThreadedExecutor executor(executor_options());
  const auto node = make_node();
  executor.add_node(node);
  bool refused = false;
  bool called = false;
  const auto timer = node->create_wall_timer(1ms, [&] {
    called = true;
    try {
      executor.spin_some();
    } catch (const std::runtime_error&) {
      refused = true;
    }
  });
  ASSERT_TRUE(spin_until(executor, [&] { return called; }));
  EXPECT_TRUE(refused);
}

TEST_F(ExecutorsTest, SpinUntilFutureCompleteSaysHowItEnded) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  std::promise<int> promise;
  const std::shared_future<int> future = promise.get_future().share();
  EXPECT_EQ(executor.spin_until_future_complete(future, 2ms), FutureReturnCode::TIMEOUT);
  const auto timer = node->create_wall_timer(1ms, [&](TimerBase& self) {
    promise.set_value(7);
    self.cancel();
  });
  EXPECT_EQ(executor.spin_until_future_complete(future), FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get(), 7);
  std::promise<int> never;
  const std::shared_future<int> waiting = never.get_future().share();
  context->shutdown();
  EXPECT_EQ(executor.spin_until_future_complete(waiting), FutureReturnCode::INTERRUPTED);
}

TEST_F(ExecutorsTest, TheLongestTimeThereIsToSpinIsForEver) {
  constexpr auto longest = std::chrono::nanoseconds::max();
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  int fired = 0;
  const auto timer = node->create_wall_timer(5ms, [&] { ++fired; });
  EXPECT_TRUE(executor.spin_once(longest));
  EXPECT_EQ(fired, 1);
  std::promise<int> promise;
  const std::shared_future<int> future = promise.get_future().share();
  const auto telling = node->create_wall_timer(5ms, [&](TimerBase& self) {
    promise.set_value(7);
    self.cancel();
  });
  EXPECT_EQ(executor.spin_until_future_complete(future, longest), FutureReturnCode::SUCCESS);
  // Both are due: with an end in the past only the first would run.
  const auto other = node->create_wall_timer(5ms, [&] { ++fired; });
  for (const bool all : {false, true}) {
    ASSERT_TRUE(wait_until([&] { return timer->is_ready() && other->is_ready(); }));
    const int before = fired;
    all ? executor.spin_all(longest) : executor.spin_some(longest);
    EXPECT_GE(fired, before + 2);
  }
}

TEST_F(ExecutorsTest, ARemovedNodeIsDoneWhenItsLastCallbackIsInReentrantGroupsToo) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 2);
  const auto group = node->create_callback_group(CallbackGroupType::Reentrant);
  std::promise<void> begun;
  std::promise<void> end;
  const auto timer = node->create_wall_timer(
      1ms,
      [&](TimerBase& self) {
        self.cancel();
        begun.set_value();
        end.get_future().wait();
      },
      group);
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });
  begun.get_future().wait();
  executor.remove_node(node);
  EXPECT_TRUE(executor.runs_callbacks_of(*node->get_node_base_interface()));
  end.set_value();
  EXPECT_TRUE(
      wait_until([&] { return !executor.runs_callbacks_of(*node->get_node_base_interface()); }));
  executor.cancel();
  spinning.join();
}

TEST_F(ExecutorsTest, SpinningAfterShutdownReturnsAtOnce) {
  const auto node = make_node();
  context->shutdown();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  executor.spin();
  executor.spin_some();
  EXPECT_FALSE(context->is_valid());
}

TEST_F(ExecutorsTest, OneIsMadeAfterShutdownWithoutAnyNode) {
  Context::SharedPtr alone = std::make_shared<Context>();
  alone->init(0, nullptr);
  alone->shutdown("the test");
  ExecutorOptions options;
  options.context = alone;
  executors::SingleThreadedExecutor executor(options);
  executor.spin();
}

TEST_F(ExecutorsTest, WhatACallbackDestroysIsNotRunAnyMore) {
  executors::SingleThreadedExecutor executor(executor_options());
  auto one = make_node("one");
  auto two = make_node("two");
  executor.add_node(one);
  executor.add_node(two);
  int fired = 0;
  TimerBase::SharedPtr first;
  TimerBase::SharedPtr second;
  first = one->create_wall_timer(1ms, [&] {
    ++fired;
    second.reset();
    two.reset();
  });
  second = two->create_wall_timer(1ms, [&] {
    ++fired;
    first.reset();
    one.reset();
  });
  ASSERT_TRUE(wait_until(
      [&] { return first->time_until_trigger() < 0ns && second->time_until_trigger() < 0ns; }));
  executor.spin_some();
  EXPECT_EQ(fired, 1);
}

TEST_F(ExecutorsTest, CallbacksOfAMutuallyExclusiveGroupNeverOverlap) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 4);
  executor.add_node(node);
  std::atomic<int> inside{0};
  std::atomic<int> runs{0};
  std::atomic<bool> overlapped{false};
  const auto work = [&] {
    if (inside.fetch_add(1) != 0) overlapped = true;
    std::this_thread::yield();
    inside.fetch_sub(1);
    ++runs;
  };
  std::vector<TimerBase::SharedPtr> timers;
  for (int i = 0; i < 4; ++i) timers.push_back(node->create_wall_timer(0ms, work));
  {
    const Spinning spinning(executor);
    // On a busy machine each yield lasts as long as others want the processor.
    EXPECT_TRUE(wait_until([&] { return runs > 200; }));
  }
  EXPECT_FALSE(overlapped);
}

TEST_F(ExecutorsTest, CallbacksOfAReentrantGroupOverlapEvenOfOneSubscription) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 3);
  executor.add_node(node);
  SubscriptionOptions in_group;
  in_group.callback_group = node->create_callback_group(CallbackGroupType::Reentrant);
  std::atomic<int> inside{0};
  std::atomic<bool> together{false};
  const auto subscription = node->create_subscription<Int64>(
      "t", 10,
      [&](const Int64&) {
        ++inside;
        if (wait_until([&] { return inside == 2 || together.load(); })) together = true;
      },
      in_group);
  const auto publisher = node->create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  const Spinning spinning(executor);
  publisher->publish(Int64());
  publisher->publish(Int64());
  EXPECT_TRUE(wait_until([&] { return together.load(); }));
}

TEST_F(ExecutorsTest, ALongCallbackDoesNotHoldUpOtherGroups) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 2);
  executor.add_node(node);
  const auto other = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  std::atomic<int> quick{0};
  std::atomic<bool> waited{false};
  const auto slow_timer = node->create_wall_timer(1ms, [&](TimerBase& self) {
    self.cancel();
    waited = wait_until([&] { return quick > 10; });
  });
  const auto quick_timer = node->create_wall_timer(
      1ms, [&] { ++quick; }, other);
  const Spinning spinning(executor);
  EXPECT_TRUE(wait_until([&] { return waited.load(); }));
}

TEST_F(ExecutorsTest, MessagesOfOneSubscriptionStayInOrderWithSeveralThreads) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 4);
  executor.add_node(node);
  std::vector<std::int64_t> seen;
  std::atomic<std::size_t> count{0};
  const auto subscription = node->create_subscription<Int64>("t", 1000, [&](const Int64& message) {
    seen.push_back(message.data);
    ++count;
  });
  const auto publisher = node->create_publisher<Int64>("t", 1000);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  {
    const Spinning spinning(executor);
    for (std::int64_t i = 0; i < 1000; ++i) {
      Int64 message;
      message.data = i;
      publisher->publish(message);
    }
    EXPECT_TRUE(wait_until([&] { return count == 1000; }));
  }
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], static_cast<std::int64_t>(i));
}

TEST_F(ExecutorsTest, WhatACallbackThrowsInAnyThreadComesOutOfSpin) {
  const auto node = make_node();
  executors::MultiThreadedExecutor executor(executor_options(), 3);
  executor.add_node(node);
  const auto timer = node->create_wall_timer(1ms, [] { throw std::logic_error("on purpose"); });
  EXPECT_THROW(executor.spin(), std::logic_error);
  // The group is free again.
  EXPECT_THROW(executor.spin_once(1s), std::logic_error);
}

TEST_F(ExecutorsTest, CountersShowCallbacksAndHowLongTheyWaited) {
  const auto node = make_node();
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  std::vector<TimerBase::SharedPtr> timers;
  for (int i = 0; i < 2; ++i) {
    timers.push_back(node->create_wall_timer(1ms, [](TimerBase& self) {
      self.cancel();
      const auto end = std::chrono::steady_clock::now() + 5ms;
      while (std::chrono::steady_clock::now() < end) {
      }
    }));
  }
  ASSERT_TRUE(wait_until([&] { return timers[1]->time_until_trigger() < 0ns; }));
  executor.spin_some();
  const ExecutorCounters counters = executor.get_counters();
  EXPECT_EQ(counters.executed, 2u);
  EXPECT_GE(counters.longest_callback_ns, 4'900'000u);
  EXPECT_GE(counters.busy_ns, 9'800'000u);
  EXPECT_GE(counters.longest_delay_ns, 4'900'000u);  // the second one behind the first
}

TEST_F(ExecutorsTest, NodesComeAndGoWhileSeveralThreadsSpin) {
  executors::MultiThreadedExecutor executor(executor_options(), 3);
  std::atomic<int> fired{0};
  const Spinning spinning(executor);
  for (int round = 0; round < 30; ++round) {
    const auto node = make_node("n" + std::to_string(round));
    executor.add_node(node);
    const int before = fired;
    const auto timer = node->create_wall_timer(0ms, [&] { ++fired; });
    const auto subscription = node->create_subscription<Int64>("t", 1, [](const Int64&) {});
    ASSERT_TRUE(wait_until([&] { return fired > before; }));
    if (round % 2 == 0) executor.remove_node(node);
  }
}

}  // namespace
}  // namespace baton::nodes
