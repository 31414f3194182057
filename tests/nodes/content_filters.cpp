// SPDX-License-Identifier: Apache-2.0
// Subscriptions that want some messages only.
#include <vector>

#include <std_msgs/msg/float32.hpp>
#include <std_msgs/msg/int64.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Float32;
using std_msgs::msg::Int64;
using ::testing::ElementsAre;

class ContentFiltersTest : public NodeTest {};

TEST_F(ContentFiltersTest, OnlyWantedMessagesAreDeliveredAndTheFilterMayChange) {
  const auto node = make_node();
  SubscriptionOptions filtered;
  filtered.content_filter_options.filter_expression = "data > %0";
  filtered.content_filter_options.expression_parameters = {"2"};
  std::vector<std::int64_t> received;
  const auto subscription = node->create_subscription<Int64>(
      "t", 10, [&](const Int64& message) { received.push_back(message.data); }, filtered);
  EXPECT_TRUE(subscription->is_cft_enabled());
  EXPECT_EQ(subscription->get_content_filter().filter_expression, "data > %0");
  const auto publisher = node->create_publisher<Int64>("t", 10);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  const auto publish = [&](std::int64_t from, std::int64_t to) {
    for (; from <= to; ++from) {
      Int64 message;
      message.data = from;
      publisher->publish(message);
    }
  };
  publish(1, 4);
  ASSERT_TRUE(spin_until(executor, [&] { return received.size() == 2; }));
  subscription->set_content_filter("data = 6");
  publish(5, 6);
  ASSERT_TRUE(spin_until(executor, [&] { return received.size() == 3; }));
  subscription->set_content_filter("");
  EXPECT_FALSE(subscription->is_cft_enabled());
  publish(8, 8);
  ASSERT_TRUE(spin_until(executor, [&] { return received.size() == 4; }));
  EXPECT_THAT(received, ElementsAre(3, 4, 6, 8));
  EXPECT_THROW(subscription->set_content_filter("speed = 1"), exceptions::RCLInvalidArgument);
}

TEST_F(ContentFiltersTest, ALiteralHasThePrecisionOfItsField) {
  const auto node = make_node();
  SubscriptionOptions filtered;
  filtered.content_filter_options.filter_expression = "data = 0.1";
  int received = 0;
  const auto subscription = node->create_subscription<Float32>(
      "t", 10, [&](const Float32&) { ++received; }, filtered);
  const auto publisher = node->create_publisher<Float32>("t", 10);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  Float32 message;
  message.data = 0.1f;
  publisher->publish(message);
  EXPECT_TRUE(spin_until(executor, [&] { return received == 1; }));
}

}  // namespace
}  // namespace baton::nodes
