// SPDX-License-Identifier: Apache-2.0
#include <baton/subscription.hpp>

#include <gmock/gmock.h>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using ::testing::ElementsAre;
using testing::wait_until;
using namespace std::chrono_literals;

struct Number {
  std::uint64_t value;
};

class SubscriptionTest : public testing::IsolatedTest {
 protected:
  void TearDown() override {
    publisher.reset();
    context.reset();
    testing::IsolatedTest::TearDown();
  }
  void publish(std::uint64_t first, std::uint64_t last, const SubscriptionBase& to) {
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
    ASSERT_TRUE(wait_until([&] { return to.get_publisher_count() == 1; }));
    for (std::uint64_t value = first; value <= last; ++value) publisher->publish(Number{value});
  }
  /// Publishes 1, 2, 3 and spins until `done`.
  void receive_three(const SubscriptionBase::SharedPtr& subscription,
                     const std::function<bool()>& done) {
    publish(1, 3, *subscription);
    executors::SingleThreadedExecutor executor(*context);
    executor.add_subscription(subscription);
    EXPECT_TRUE(wait_until([&] { return executor.spin_once(100ms), done(); }));
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
  Publisher<Number>::SharedPtr publisher = create_publisher<Number>(*context, "t", 10);
  std::vector<std::uint64_t> values;
};

TEST_F(SubscriptionTest, KnowsItsTopicAndItsQos) {
  const auto subscription = create_subscription<Number>(*context, "a/b", SensorDataQoS());
  EXPECT_STREQ(subscription->get_topic_name(), "/a/b");
  EXPECT_EQ(subscription->get_actual_qos().depth(), 5u);
  EXPECT_EQ(subscription->get_actual_qos().reliability(), ReliabilityPolicy::BestEffort);
}

TEST_F(SubscriptionTest, ACallbackMayTakeAReference) {
  const auto subscription = create_subscription<Number>(
      *context, "t", 10, [&](const Number& number) { values.push_back(number.value); });
  receive_three(subscription, [&] { return values.size() == 3; });
  EXPECT_THAT(values, ElementsAre(1, 2, 3));
}

TEST_F(SubscriptionTest, ACallbackMayTakeAReferenceAndTheInfo) {
  const auto subscription = create_subscription<Number>(
      *context, "t", 10, [&](const Number& number, const MessageInfo& info) {
        EXPECT_EQ(info.publication_sequence_number, number.value);
        EXPECT_GT(info.source_timestamp_ns, 0);
        values.push_back(number.value);
      });
  receive_three(subscription, [&] { return values.size() == 3; });
}

TEST_F(SubscriptionTest, ACallbackMayTakeTheSampleAndKeepIt) {
  std::vector<Sample<Number>> kept;
  const auto subscription = create_subscription<Number>(
      *context, "t", 10, [&](Sample<Number> sample) { kept.push_back(std::move(sample)); });
  receive_three(subscription, [&] { return kept.size() == 3; });
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 3u);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(kept[i]->value, i + 1);
  kept.clear();
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
}

TEST_F(SubscriptionTest, ACallbackMayTakeASharedPointerAndKeepIt) {
  std::vector<std::shared_ptr<const Number>> kept;
  const auto subscription = create_subscription<Number>(
      *context, "t", 10,
      [&](std::shared_ptr<const Number> number) { kept.push_back(std::move(number)); });
  receive_three(subscription, [&] { return kept.size() == 3; });
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 3u);
  kept.clear();
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
}

TEST_F(SubscriptionTest, ACallbackMayHaveAState) {
  const auto subscription = create_subscription<Number>(
      *context, "t", 10, [this, sum = std::uint64_t{0}](const Number& number) mutable {
        values.push_back(sum += number.value);
      });
  receive_three(subscription, [&] { return values.size() == 3; });
  EXPECT_THAT(values, ElementsAre(1, 3, 6));
}

TEST_F(SubscriptionTest, ASampleIsReleasedWhenItIsOverwrittenOrMoved) {
  const auto subscription = create_subscription<Number>(*context, "t", 10);
  publish(1, 2, *subscription);
  auto first = subscription->take();
  auto second = subscription->take();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 2u);
  *first = *std::move(second);
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 1u);
  EXPECT_EQ((**first).value, 2u);
  first.reset();
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
}

TEST_F(SubscriptionTest, ASampleOutlivesEverythingElse) {
  auto subscription = create_subscription<Number>(*context, "t", 10);
  publish(9, 9, *subscription);
  const auto sample = subscription->take();
  ASSERT_TRUE(sample);
  subscription.reset();
  publisher.reset();
  context.reset();
  EXPECT_EQ((*sample)->value, 9u);
}

TEST_F(SubscriptionTest, CountersTellWhatWasSkipped) {
  const auto subscription = create_subscription<Number>(*context, "t", 2);
  publish(1, 5, *subscription);
  EXPECT_EQ((*subscription->take())->value, 4u);
  EXPECT_EQ(subscription->get_counters().received, 1u);
  EXPECT_EQ(subscription->get_counters().skipped, 3u);
}

}  // namespace
}  // namespace baton
