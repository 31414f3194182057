// SPDX-License-Identifier: Apache-2.0
// Nodes that change their executor in the midst of work.
#include <atomic>
#include <chrono>
#include <thread>

#include <std_msgs/msg/int64.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using namespace std::chrono_literals;

class ExecutorsMovesTest : public NodeTest {
 protected:
  static void publish(Publisher<Int64>& publisher, std::int64_t value) {
    Int64 message;
    message.data = value;
    publisher.publish(message);
  }
};

TEST_F(ExecutorsMovesTest, WhatOneExecutorFoundAndDidNotRunTheNextOneRuns) {
  const auto node = make_node();
  int received = 0;
  const auto count = [&](const Int64&) { ++received; };
  const auto one = node->create_subscription<Int64>("one", 10, count);
  const auto other = node->create_subscription<Int64>("other", 10, count);
  const auto to_one = node->create_publisher<Int64>("one", 10);
  const auto to_other = node->create_publisher<Int64>("other", 10);
  ASSERT_TRUE(wait_until([&] {
    return to_one->get_subscription_count() == 1 && to_other->get_subscription_count() == 1 &&
           one->get_publisher_count() == 1 && other->get_publisher_count() == 1;
  }));
  publish(*to_one, 1);
  publish(*to_other, 1);
  {
    executors::SingleThreadedExecutor former(executor_options());
    former.add_node(node);
    former.spin_once(1s);
  }
  ASSERT_EQ(received, 1);
  executors::SingleThreadedExecutor next(executor_options());
  next.add_node(node);
  EXPECT_TRUE(spin_until(next, [&] { return received == 2; }));
}

TEST_F(ExecutorsMovesTest, ANodeThatMovesDuringItsCallbackGoesOnInTheOtherExecutor) {
  const auto node = make_node();
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::atomic<bool> go_on{false};
  const auto subscription = node->create_subscription<Int64>("t", 10, [&](const Int64&) {
    EXPECT_EQ(begun.fetch_add(1), ended.load());
    EXPECT_TRUE(wait_until([&] { return go_on.load(); }));
    ++ended;
  });
  const auto publisher = node->create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  executors::MultiThreadedExecutor former(executor_options(), 2);
  executors::MultiThreadedExecutor next(executor_options(), 2);
  former.add_node(node);
  std::thread one([&] { former.spin(); });
  std::thread other([&] { next.spin(); });
  publish(*publisher, 1);
  EXPECT_TRUE(wait_until([&] { return begun == 1; }));
  former.remove_node(node);
  next.add_node(node);
  EXPECT_TRUE(wait_until([&] { return next.get_counters().waits >= 1; }));
  const std::uint64_t waits = next.get_counters().waits;
  publish(*publisher, 2);
  // Found there, and put aside: a callback of its group runs.
  EXPECT_TRUE(wait_until([&] { return next.get_counters().waits > waits; }));
  go_on = true;
  EXPECT_TRUE(wait_until([&] { return ended == 2; }));
  former.cancel();
  next.cancel();
  one.join();
  other.join();
}

TEST_F(ExecutorsMovesTest, AGroupThatMovesBetweenSingleThreadedExecutorsNeverOverlaps) {
  const auto node = make_node();
  std::atomic<int> inside{0};
  std::atomic<int> begun{0};
  std::atomic<bool> overlapped{false};
  std::atomic<bool> go_on{false};
  const auto run = [&] {
    if (inside.fetch_add(1) != 0) overlapped = true;
    ++begun;
    EXPECT_TRUE(wait_until([&] { return go_on.load(); }));
    inside.fetch_sub(1);
  };
  const auto subscription = node->create_subscription<Int64>("t", 10, [&](const Int64&) { run(); });
  const auto publisher = node->create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] {
    return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
  }));
  executors::SingleThreadedExecutor former(executor_options());
  executors::SingleThreadedExecutor next(executor_options());
  former.add_node(node);
  std::thread one([&] { former.spin(); });
  std::thread other([&] { next.spin(); });
  publish(*publisher, 1);
  EXPECT_TRUE(wait_until([&] { return begun == 1; }));
  former.remove_node(node);
  next.add_node(node);
  const auto timer = node->create_wall_timer(1ms, [&](TimerBase& self) {
    self.cancel();
    run();
  });
  publish(*publisher, 2);
  EXPECT_TRUE(testing::stays_true([&] { return begun == 1; }, 20ms));
  go_on = true;
  EXPECT_TRUE(wait_until([&] { return begun == 3; }));  // what was found meanwhile is run
  EXPECT_FALSE(overlapped);
  former.cancel();
  next.cancel();
  one.join();
  other.join();
}

}  // namespace
}  // namespace baton::nodes
