// SPDX-License-Identifier: Apache-2.0
#include <baton/executors.hpp>

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/time.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include <baton/baton.hpp>

#include "base/short_slice.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
using namespace rclcpp::executors;
namespace {

using testing::wait_until;
using namespace std::chrono_literals;

struct Number {
  std::uint64_t value;
};

SingleThreadedExecutor* cancelled_by_signal = nullptr;

class ExecutorTest : public testing::IsolatedTest {
 protected:
  void TearDown() override {
    publisher.reset();
    context.reset();
    testing::IsolatedTest::TearDown();
  }
  template <class F>
  Subscription<Number>::SharedPtr subscribe(F&& callback, const QoS& qos = 100) {
    const std::size_t before = publisher->get_subscription_count();
    auto subscription = create_subscription<Number>(*context, "t", qos, std::forward<F>(callback));
    EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == before + 1; }));
    EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
    return subscription;
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
  Publisher<Number>::SharedPtr publisher = create_publisher<Number>(*context, "t", 100);
};

TEST_F(ExecutorTest, SpinCallsBackUntilCancelled) {
  std::atomic<std::uint64_t> sum{0};
  const auto subscription = subscribe([&](const Number& number) { sum += number.value; });
  SingleThreadedExecutor executor(*context);
  executor.add_subscription(subscription);
  std::thread spinning([&] { executor.spin(); });
  for (std::uint64_t value = 1; value <= 50; ++value) publisher->publish(Number{value});
  EXPECT_TRUE(wait_until([&] { return sum == 1275; }));
  executor.cancel();
  spinning.join();
}

TEST_F(ExecutorTest, AThreadThatSpinsHasShortSlicesIfAskedForUntilItReturns) {
  const std::uint64_t before_ns = base::own_slice_ns();
  if (before_ns <= base::ShortSlice::slice_ns) GTEST_SKIP() << "slices cannot be chosen here";
  Executor* spinning = nullptr;
  std::uint64_t during_ns = 0;
  const auto subscription = subscribe([&](const Number&) {
    during_ns = base::own_slice_ns();
    spinning->cancel();
  });
  const auto spin = [&](Executor& executor) {
    spinning = &executor;
    during_ns = 0;
    executor.add_subscription(subscription);
    publisher->publish(Number{1});
    executor.spin();
    executor.remove_subscription(subscription);
    EXPECT_EQ(base::own_slice_ns(), before_ns);
    return during_ns;
  };
  SingleThreadedExecutor usual(*context);
  EXPECT_EQ(spin(usual), before_ns);
  ExecutorOptions options;
  options.context = std::shared_ptr<Context>(std::shared_ptr<void>(), context.get());
  options.short_slices = true;
  SingleThreadedExecutor single(options);
  EXPECT_EQ(spin(single), base::ShortSlice::slice_ns);
  MultiThreadedExecutor several(options, 2);
  EXPECT_EQ(spin(several), base::ShortSlice::slice_ns);
}

TEST_F(ExecutorTest, CancelBeforeSpinEndsIt) {
  SingleThreadedExecutor executor(*context);
  executor.cancel();
  executor.spin();
}

TEST_F(ExecutorTest, ACancelBeforeDoesNotEndTheWaitForAFuture) {
  SingleThreadedExecutor executor(*context);
  std::promise<void> arrived;
  const auto subscription = subscribe([&](const Number&) { arrived.set_value(); });
  executor.add_subscription(subscription);
  executor.cancel();
  publisher->publish(Number{1});
  EXPECT_EQ(executor.spin_until_future_complete(arrived.get_future(), 10s),
            baton::FutureReturnCode::SUCCESS);
}

TEST_F(ExecutorTest, CancelFromASignalHandlerEndsSpin) {
  SingleThreadedExecutor executor(*context);
  cancelled_by_signal = &executor;
  struct sigaction action {};
  action.sa_handler = [](int) { cancelled_by_signal->cancel(); };
  struct sigaction former {};
  sigaction(SIGALRM, &action, &former);
  const itimerval soon{{0, 0}, {0, 20'000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  executor.spin();
  sigaction(SIGALRM, &former, nullptr);
}

TEST_F(ExecutorTest, CancelFromACallbackEndsSpin) {
  SingleThreadedExecutor executor(*context);
  const auto subscription = subscribe([&](const Number&) { executor.cancel(); });
  executor.add_subscription(subscription);
  publisher->publish(Number{1});
  executor.spin();
}

TEST_F(ExecutorTest, ShutdownOfTheContextEndsSpin) {
  SingleThreadedExecutor executor(*context);
  std::thread spinning([&] { executor.spin(); });
  context->shutdown();
  spinning.join();
  executor.spin();
}

TEST_F(ExecutorTest, SpinOnceRunsOneCallbackAndTimesOut) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  const auto one = subscribe([&](const Number&) { ++first; });
  const auto two = subscribe([&](const Number&) { ++second; });
  SingleThreadedExecutor executor(*context);
  executor.add_subscription(one);
  executor.add_subscription(two);
  EXPECT_FALSE(executor.spin_once(0ns));
  EXPECT_FALSE(executor.spin_once(1ms));
  for (std::uint64_t value = 1; value <= 3; ++value) publisher->publish(Number{value});
  EXPECT_TRUE(executor.spin_once());
  EXPECT_EQ(first + second, 1u);
  EXPECT_TRUE(executor.spin_once());
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 1u);
}

TEST_F(ExecutorTest, SpinSomeTakesOneMessageOfEachAndSpinAllEverything) {
  std::uint64_t count = 0;
  const auto subscription = subscribe([&](const Number&) { ++count; });
  SingleThreadedExecutor executor(*context);
  executor.add_subscription(subscription);
  for (std::uint64_t value = 1; value <= 10; ++value) publisher->publish(Number{value});
  executor.spin_some();
  EXPECT_EQ(count, 1u);
  executor.spin_all(0ns);
  EXPECT_EQ(count, 10u);
  executor.spin_some();
  EXPECT_EQ(count, 10u);
  EXPECT_THROW(executor.spin_all(-1ns), std::invalid_argument);
}

TEST_F(ExecutorTest, ABusySubscriptionDoesNotStarveAnother) {
  std::vector<char> order;
  const auto one = subscribe([&](const Number&) { order.push_back('a'); });
  const auto two = subscribe([&](const Number&) { order.push_back('b'); });
  SingleThreadedExecutor executor(*context);
  executor.add_subscription(one);
  executor.add_subscription(two);
  for (std::uint64_t value = 1; value <= 20; ++value) publisher->publish(Number{value});
  executor.spin_all(0ns);
  ASSERT_EQ(order.size(), 40u);
  for (std::size_t i = 0; i < order.size(); i += 2) EXPECT_NE(order[i], order[i + 1]);
}

TEST_F(ExecutorTest, WhatACallbackThrowsComesOutOfSpinAndNothingElseIsLost) {
  std::uint64_t count = 0;
  const auto subscription = subscribe([&](const Number& number) {
    ++count;
    if (number.value == 2) throw std::runtime_error("two");
  });
  SingleThreadedExecutor executor(*context);
  executor.add_subscription(subscription);
  for (std::uint64_t value = 1; value <= 3; ++value) publisher->publish(Number{value});
  EXPECT_THROW(executor.spin(), std::runtime_error);
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
  executor.spin_all(0ns);
  EXPECT_EQ(count, 3u);
}

TEST_F(ExecutorTest, ARemovedSubscriptionIsNotCalledAndMayBeAddedElsewhere) {
  std::uint64_t count = 0;
  const auto subscription = subscribe([&](const Number&) { ++count; });
  SingleThreadedExecutor first(*context);
  SingleThreadedExecutor second(*context);
  first.add_subscription(subscription);
  first.add_subscription(subscription);  // again: nothing
  first.remove_subscription(subscription);
  first.remove_subscription(subscription);
  publisher->publish(Number{1});
  first.spin_some();
  EXPECT_EQ(count, 0u);
  second.add_subscription(subscription);
  EXPECT_TRUE(second.spin_once(1s));
  EXPECT_EQ(count, 1u);
}

TEST_F(ExecutorTest, ASubscriptionThatIsDroppedIsForgotten) {
  SingleThreadedExecutor executor(*context);
  auto subscription = subscribe([](const Number&) { FAIL(); });
  executor.add_subscription(subscription);
  publisher->publish(Number{1});
  subscription.reset();
  executor.spin_some();
}

TEST_F(ExecutorTest, ACallbackMayAddRemoveAndDropSubscriptions) {
  SingleThreadedExecutor executor(*context);
  std::uint64_t added = 0;
  Subscription<Number>::SharedPtr other;
  Subscription<Number>::SharedPtr subscription;
  subscription = subscribe([&](const Number& number) {
    if (number.value == 1) {
      other = create_subscription<Number>(*context, "t", 10, [&](const Number&) { ++added; });
      executor.add_subscription(other);
    } else {
      executor.remove_subscription(subscription);
      subscription.reset();
    }
  });
  executor.add_subscription(subscription);
  publisher->publish(Number{1});
  EXPECT_TRUE(executor.spin_once(1s));
  ASSERT_TRUE(wait_until([&] { return other->get_publisher_count() == 1; }));
  publisher->publish(Number{2});
  EXPECT_TRUE(wait_until([&] { return executor.spin_once(10ms), added == 1; }));
  EXPECT_FALSE(subscription);
  publisher->publish(Number{3});
  EXPECT_TRUE(wait_until([&] { return executor.spin_once(10ms), added == 2; }));
}

TEST_F(ExecutorTest, ASpinningExecutorNeedsNoWakeUp) {
  std::atomic<std::uint64_t> count{0};
  const auto subscription = subscribe([&](const Number&) { ++count; });
  SingleThreadedExecutor executor(*context, 1h);
  executor.add_subscription(subscription);
  std::thread spinning([&] { executor.spin(); });
  publisher->publish(Number{1});
  EXPECT_TRUE(wait_until([&] { return count == 1; }));
  EXPECT_EQ(publisher->get_counters().wakes, 0u);
  executor.cancel();
  spinning.join();
}

TEST_F(ExecutorTest, ExecutorsAreDestroyedInAnyOrderWithTheirSubscriptions) {
  for (int round = 0; round < 50; ++round) {
    auto executor = std::make_unique<SingleThreadedExecutor>(*context);
    auto subscription = create_subscription<Number>(*context, "t", 10, [](const Number&) {});
    executor->add_subscription(subscription);
    std::thread dropping([&] { subscription.reset(); });
    executor.reset();
    dropping.join();
  }
}

}  // namespace
}  // namespace baton
