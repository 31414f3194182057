// SPDX-License-Identifier: Apache-2.0
#include <baton/executors/hosted_executor.hpp>

#include <gmock/gmock.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using executors::HostedExecutor;
using testing::wait_until;
using namespace std::chrono_literals;

struct Number {
  std::uint64_t value;
};

class HostedExecutorTest : public testing::IsolatedTest {
 protected:
  void SetUp() override {
    context_ = std::make_shared<Context>(ContextOptions{});
    publisher_ = create_publisher<Number>(*context_, "t", 10);
    ExecutorOptions options;
    options.context = context_;
    executor_ = std::make_unique<HostedExecutor>(options);
  }
  void TearDown() override {
    executor_.reset();
    publisher_.reset();
    context_.reset();
    IsolatedTest::TearDown();
  }
  template <class F>
  Subscription<Number>::SharedPtr subscribe(F&& callback) {
    auto subscription = create_subscription<Number>(*context_, "t", 10, std::forward<F>(callback));
    EXPECT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 1; }));
    executor_->add_subscription(subscription);
    EXPECT_TRUE(wait_until([&] { return is_asleep(); }));
    return subscription;
  }
  bool readable(std::chrono::milliseconds timeout) const {
    pollfd watched{executor_->descriptor(), POLLIN, 0};
    return ::poll(&watched, 1, static_cast<int>(timeout.count())) == 1;
  }

  /// Nothing is left to run, and no ring comes; matching may ring before.
  bool is_asleep() {
    while (executor_->run_ready() == 0ns) {
    }
    return !readable(20ms);
  }

  std::shared_ptr<Context> context_;
  Publisher<Number>::SharedPtr publisher_;
  std::unique_ptr<HostedExecutor> executor_;
};

TEST_F(HostedExecutorTest, ItsDescriptorIsReadableWhenAMessageHasCome) {
  std::uint64_t sum = 0;
  const auto subscription = subscribe([&](const Number& number) { sum += number.value; });
  EXPECT_FALSE(readable(0ms));
  publisher_->publish(Number{7});
  EXPECT_TRUE(readable(5000ms));
  EXPECT_EQ(sum, 0u) << "nothing runs before it is asked to";
  while (executor_->run_ready() == 0ns) {
  }
  EXPECT_EQ(sum, 7u);
  EXPECT_FALSE(readable(0ms)) << "the ring was taken";
}

TEST_F(HostedExecutorTest, NoMessageIsMissedHoweverTheyComeBetweenTwoSleeps) {
  constexpr std::uint64_t count = 20'000;
  std::uint64_t last = 0;
  const auto subscription = subscribe([&](const Number& number) { last = number.value; });
  std::thread publishing([&] {
    for (std::uint64_t i = 1; i <= count; ++i) publisher_->publish(Number{i});
  });
  const bool all = wait_until([&] {
    while (executor_->run_ready() == 0ns) {
    }
    return last == count || !readable(5000ms);
  });
  publishing.join();
  EXPECT_TRUE(all);
  EXPECT_EQ(last, count);
}

TEST_F(HostedExecutorTest, SaysWhenATimerIsDueAndRunsIt) {
  const auto node = std::make_shared<Node>("host", NodeOptions().context(context_));
  int calls = 0;
  const auto timer = node->create_wall_timer(20ms, [&] { ++calls; });
  executor_->add_node(node);
  auto left = executor_->run_ready();
  while (left == 0ns) left = executor_->run_ready();
  EXPECT_GT(left, 0ns);
  EXPECT_LE(left, 20ms);
  EXPECT_TRUE(wait_until([&] {
    executor_->run_ready();
    return calls == 1;
  }));
  executor_->remove_node(node);
}

TEST_F(HostedExecutorTest, WhatACallbackThrowsComesOutAndNothingElseIsLost) {
  int calls = 0;
  const auto subscription = subscribe([&](const Number&) {
    if (++calls == 1) throw std::runtime_error("first");
  });
  publisher_->publish(Number{1});
  publisher_->publish(Number{2});
  EXPECT_TRUE(readable(5000ms));
  EXPECT_THROW(executor_->run_ready(), std::runtime_error);
  EXPECT_TRUE(wait_until([&] {
    executor_->run_ready();
    return calls == 2;
  }));
}

TEST_F(HostedExecutorTest, AddingAnEntityFromAnotherThreadWakesTheLoop) {
  while (executor_->run_ready() == 0ns) {
  }
  std::atomic<int> calls{0};
  const auto node = std::make_shared<Node>("late", NodeOptions().context(context_));
  std::thread adding([&] {
    executor_->add_node(node);
    const auto timer = node->create_wall_timer(0ms, [&] { ++calls; });
    EXPECT_TRUE(wait_until([&] { return calls > 0; }));
  });
  EXPECT_TRUE(readable(5000ms));
  EXPECT_TRUE(wait_until([&] {
    executor_->run_ready();
    return calls > 0;
  }));
  adding.join();
}

}  // namespace
}  // namespace baton
