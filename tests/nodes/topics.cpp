// SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions of nodes: every way to hand a message in and to be handed one.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

#include <rcl_interfaces/msg/list_parameters_result.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using sensor_msgs::msg::Image;
using std_msgs::msg::String;

String text(const std::string& value) {
  String message;
  message.data = value;
  return message;
}

class TopicsTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    node = make_node();
    executor = std::make_unique<executors::SingleThreadedExecutor>(executor_options());
    executor->add_node(node);
    publisher = node->create_publisher<String>("t", 10);
  }
  void TearDown() override {
    publisher.reset();
    executor.reset();
    node.reset();
    NodeTest::TearDown();
  }

  /// What a subscription with that callback makes of a message.
  template <class F>
  std::string received(F&& callback) {
    seen.clear();
    const auto subscription = node->create_subscription<String>("t", 10, std::forward<F>(callback));
    // Both: the publisher may still see the one before.
    EXPECT_TRUE(wait_until([&] {
      return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
    }));
    publisher->publish(text("hello"));
    EXPECT_TRUE(spin_until(*executor, [&] { return !seen.empty(); }));
    return seen;
  }

 public:
  void by_member(String::ConstSharedPtr message) { seen = std::string(message->data); }
  void by_member_with_info(const String& message, const MessageInfo& info) {
    seen = std::string(message.data) + std::to_string(info.publication_sequence_number != 0);
  }
  void by_member_with_more(const String::SharedPtr message, int more) {
    seen = std::string(message->data) + std::to_string(more);
  }
  void by_reference_to_pointer(const String::SharedPtr& message) {
    seen = std::string(message->data);
  }

 protected:
  std::string seen;
  std::shared_ptr<Node> node;
  std::unique_ptr<executors::SingleThreadedExecutor> executor;
  Publisher<String>::SharedPtr publisher;
};

TEST_F(TopicsTest, AMessageOfManyLargeStringsIsPublishedWhole) {
  using rcl_interfaces::msg::ListParametersResult;
  const auto many = make_node("many");
  std::size_t heard = 0;
  const auto subscription = many->create_subscription<ListParametersResult>(
      "names", 10, [&](const ListParametersResult& message) { heard = message.names.size(); });
  const auto names = many->create_publisher<ListParametersResult>("names", 10);
  ASSERT_TRUE(wait_until([&] { return names->get_subscription_count() == 1; }));
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(many);
  const auto fill = [](ListParametersResult& message, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) message.names.push_back(std::string(4100, 'x'));
  };
  // Each string begins on a cache line, for which its footprint has no room.
  for (const std::size_t count : {300u, 1000u, 3000u}) {
    ListParametersResult message;
    fill(message, count);
    names->publish(message);
    EXPECT_TRUE(spin_until(own, [&] { return heard == count; })) << count;
  }
  EXPECT_EQ(names->get_counters().compacted, 0u) << "a loan had no room for the gaps";
  // A loan that the strings outgrow is copied, and the copy has the same gaps.
  auto loan = names->borrow_loaned_message();
  fill(loan.get(), 4000);
  names->publish(std::move(loan));
  EXPECT_TRUE(spin_until(own, [&] { return heard == 4000; }));
  EXPECT_EQ(names->get_counters().compacted, 1u);
}

TEST_F(TopicsTest, ACallbackTakesTheMessageInEveryForm) {
  using Serialized = SerializedMessage;
  EXPECT_EQ(received([this](const String& message) { seen = std::string(message.data); }), "hello");
  EXPECT_EQ(received([this](String message) { seen = std::string(message.data); }), "hello");
  EXPECT_EQ(received([this](String::UniquePtr message) { seen = std::string(message->data); }),
            "hello");
  EXPECT_EQ(received([this](std::unique_ptr<String> message) {
              message->data = message->data + "!";
              seen = std::string(message->data);
            }),
            "hello!");
  EXPECT_EQ(received([this](String::SharedPtr message) {
              message->data = message->data + "?";
              seen = std::string(message->data);
            }),
            "hello?");
  EXPECT_EQ(
      received([this](const String::SharedPtr& message) { seen = std::string(message->data); }),
      "hello");
  EXPECT_EQ(received([this](String::ConstSharedPtr message) { seen = std::string(message->data); }),
            "hello");
  EXPECT_EQ(received([this](const String::ConstSharedPtr& message) {
              seen = std::string(message->data);
            }),
            "hello");
  EXPECT_EQ(received([this](Sample<String> message) { seen = std::string(message->data); }),
            "hello");
  EXPECT_EQ(
      received([this](std::shared_ptr<Serialized> bytes) { seen = std::to_string(bytes->size()); }),
      "14");
  EXPECT_EQ(received([this](std::shared_ptr<const Serialized> bytes) {
              seen = std::to_string(bytes->size());
            }),
            "14");
  EXPECT_EQ(received([this](const Serialized& bytes) { seen = std::to_string(bytes.size()); }),
            "14");
  EXPECT_EQ(
      received([this](std::unique_ptr<Serialized> bytes) { seen = std::to_string(bytes->size()); }),
      "14");
}

TEST_F(TopicsTest, ACallbackMayTakeTheMessageInfoBehindAnyForm) {
  const auto note = [this](const std::string& data, const MessageInfo& info) {
    EXPECT_GT(info.source_timestamp_ns, 0);
    EXPECT_EQ(info.get_rmw_message_info().source_timestamp, info.source_timestamp_ns);
    seen = data;
  };
  EXPECT_EQ(received([&](const String& m, const MessageInfo& info) { note(m.data, info); }),
            "hello");
  EXPECT_EQ(received([&](String::UniquePtr m, const MessageInfo& info) { note(m->data, info); }),
            "hello");
  EXPECT_EQ(received([&](String::SharedPtr m, const MessageInfo& info) { note(m->data, info); }),
            "hello");
  EXPECT_EQ(
      received([&](String::ConstSharedPtr m, const MessageInfo& info) { note(m->data, info); }),
      "hello");
  EXPECT_EQ(received([&](std::shared_ptr<const SerializedMessage> m, const MessageInfo& info) {
              note(std::to_string(m->size()), info);
            }),
            "14");
}

TEST_F(TopicsTest, CallbacksAreUnderstoodThroughStdBindAndFunctionPointers) {
  using std::placeholders::_1;
  using std::placeholders::_2;
  EXPECT_EQ(received(std::bind(&TopicsTest::by_member, this, _1)), "hello");
  EXPECT_EQ(received(std::bind(&TopicsTest::by_member_with_info, this, _1, _2)), "hello1");
  EXPECT_EQ(received(std::bind(&TopicsTest::by_member_with_more, this, _1, 7)), "hello7");
  EXPECT_EQ(received(std::bind(&TopicsTest::by_reference_to_pointer, this, _1)), "hello");
  std::function<void(String::ConstSharedPtr)> function = [this](String::ConstSharedPtr message) {
    seen = std::string(message->data);
  };
  EXPECT_EQ(received(function), "hello");
  static std::string* target = &seen;
  target = &seen;
  EXPECT_EQ(received(+[](const String& message) { *target = std::string(message.data); }), "hello");
  EXPECT_EQ(received([this](const auto& message) { seen = std::string(message.data); }), "hello");
}

TEST_F(TopicsTest, ACallbackMayOwnWhatCannotBeCopied) {
  auto prefix = std::make_unique<std::string>("owned ");
  EXPECT_EQ(received([this, prefix = std::move(prefix)](const String& message) {
              seen = *prefix + std::string(message.data);
            }),
            "owned hello");
}

TEST_F(TopicsTest, AMessageIsPublishedInEveryForm) {
  std::vector<std::string> all;
  const auto subscription = node->create_subscription<String>(
      "t", 10, [&](const String& message) { all.emplace_back(message.data); });
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(text("by reference"));
  publisher->publish(std::make_unique<String>(text("by pointer")));
  auto loaned = publisher->borrow_loaned_message();
  loaned.get().data = "by loan";
  publisher->publish(std::move(loaned));
  SerializedMessage bytes;
  const String serialized = text("as bytes");
  Serialization<String>().serialize_message(&serialized, &bytes);
  publisher->publish(bytes);
  EXPECT_TRUE(spin_until(*executor, [&] { return all.size() == 4; }));
  EXPECT_THAT(all, ::testing::ElementsAre("by reference", "by pointer", "by loan", "as bytes"));
  EXPECT_FALSE(loaned.is_valid());
}

TEST_F(TopicsTest, BytesThatAreNoMessageAreRefused) {
  SerializedMessage bytes;
  EXPECT_THROW(publisher->publish(bytes), exceptions::RCLInvalidArgument);
  EXPECT_THROW(publisher->publish(std::unique_ptr<String>()), std::invalid_argument);
}

TEST_F(TopicsTest, ALoanThatIsReleasedIsAMessageOfItsOwn) {
  auto loaned = publisher->borrow_loaned_message();
  const String* const address = &loaned.get();
  {
    const auto own = loaned.release();
    EXPECT_FALSE(loaned.is_valid());
    EXPECT_EQ(own.get(), address);
  }
  EXPECT_EQ(&publisher->borrow_loaned_message().get(), address);
}

TEST_F(TopicsTest, WithoutAReaderNothingIsMade) {
  publisher->publish(text("to nobody"));
  publisher->publish(std::make_unique<String>(text("to nobody")));
  const PublisherCounters counters = publisher->get_counters();
  EXPECT_EQ(counters.published, 2u);
  EXPECT_EQ(counters.loans, 0u);
}

TEST_F(TopicsTest, AfterAMessageThatNearlyFillsThePoolThereAreLoansStill) {
  PublisherOptions small;
  small.pool_floor_bytes = 0;
  small.pool_ceiling_bytes = 1 << 20;
  const auto tight = node->create_publisher<String>("t", 1, small);
  int received = 0;
  const auto subscription =
      node->create_subscription<String>("t", 1, [&](const String&) { ++received; });
  ASSERT_TRUE(wait_until([&] { return tight->get_subscription_count() == 1; }));
  for (int i = 1; i <= 3; ++i) {
    auto loaned = tight->borrow_loaned_message();
    loaned.get().data = std::string(i == 1 ? 600'000 : 10, 'x');
    tight->publish(std::move(loaned));
    EXPECT_TRUE(spin_until(*executor, [&] { return received == i; }));
  }
}

TEST_F(TopicsTest, TakeGivesMessagesToTheCaller) {
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  SubscriptionOptions asked;
  asked.callback_group = group;
  const auto subscription = node->create_subscription<String>(
      "t", 10, [](const String&) {}, asked);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  String message;
  MessageInfo info;
  EXPECT_FALSE(subscription->take(message, info));
  publisher->publish(text("one"));
  publisher->publish(text("two"));
  ASSERT_TRUE(wait_until([&] { return subscription->take(message, info); }));
  EXPECT_EQ(message.data, "one");
  SerializedMessage bytes;
  ASSERT_TRUE(subscription->take_serialized(bytes, info));
  Serialization<String>().deserialize_message(&bytes, &message);
  EXPECT_EQ(message.data, "two");
}

TEST_F(TopicsTest, NamesAreResolvedAgainstTheNodeAndItsArguments) {
  NodeOptions renamed = options();
  renamed.arguments({"--ros-args", "-r", "__node:=b", "-r", "__ns:=/x", "-r", "chatter:=/loud",
                     "-r", "~/private:=~/secret"});
  const auto other = std::make_shared<Node>("a", renamed);
  EXPECT_STREQ(other->get_name(), "b");
  EXPECT_STREQ(other->get_namespace(), "/x");
  EXPECT_STREQ(other->get_fully_qualified_name(), "/x/b");
  EXPECT_STREQ(other->get_logger().get_name(), "x.b");
  EXPECT_STREQ(other->create_publisher<String>("chatter", 1)->get_topic_name(), "/loud");
  EXPECT_STREQ(other->create_publisher<String>("~/private", 1)->get_topic_name(), "/x/b/secret");
  EXPECT_STREQ(other->create_publisher<String>("{node}/y", 1)->get_topic_name(), "/x/b/y");
  EXPECT_STREQ(other->create_publisher<String>("/absolute", 1)->get_topic_name(), "/absolute");
  EXPECT_THROW(other->create_publisher<String>("a b", 1), exceptions::InvalidTopicNameError);
  EXPECT_THROW(Node("a b", options()), exceptions::InvalidNodeNameError);
  EXPECT_THROW(Node("a", "/b c", options()), exceptions::InvalidNamespaceError);
}

TEST_F(TopicsTest, ASubNodeIsTheSameNodeWithOtherNames) {
  const auto sub = node->create_sub_node("left");
  const auto subsub = sub->create_sub_node("front");
  EXPECT_STREQ(subsub->get_name(), "node");
  EXPECT_EQ(subsub->get_sub_namespace(), "left/front");
  EXPECT_EQ(subsub->get_effective_namespace(), "/left/front");
  EXPECT_STREQ(subsub->create_publisher<String>("image", 1)->get_topic_name(), "/left/front/image");
  EXPECT_STREQ(subsub->create_publisher<String>("~/image", 1)->get_topic_name(), "/node/image");
  EXPECT_THROW((void)node->create_sub_node("/left"), exceptions::NameValidationError);
  EXPECT_THROW((void)node->create_sub_node(""), exceptions::NameValidationError);
}

TEST_F(TopicsTest, FreeFunctionsTakeANodeInAnyForm) {
  auto by_pointer = create_publisher<String>(node, "u", 10);
  auto by_reference = create_publisher<String>(*node, "u", 10);
  auto by_part = create_publisher<String>(node->get_node_topics_interface(), "u", 10);
  int count = 0;
  const auto subscription = create_subscription<String>(node->get_node_topics_interface(), "u", 10,
                                                        [&](const String&) { ++count; });
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 3; }));
  ASSERT_TRUE(wait_until([&] {
    return by_part->get_subscription_count() == 1 && by_pointer->get_subscription_count() == 1;
  }));
  by_pointer->publish(text("1"));
  by_part->publish(text("2"));
  EXPECT_TRUE(spin_until(*executor, [&] { return count == 2; }));
}

TEST_F(TopicsTest, WhatCannotBeSetUpLeavesNothingBehind) {
  EXPECT_THROW((void)node->create_subscription<String>("bad name", 10, [](const String&) {}),
               exceptions::InvalidTopicNameError);
  EXPECT_EQ(node->count_subscribers("/t"), 0u);
  class Throwing : public Node {
   public:
    explicit Throwing(const NodeOptions& options) : Node("throwing", options) {
      publisher_ = create_publisher<String>("from_a_half_made_node", 1);
      throw std::runtime_error("half made");
    }
    Publisher<String>::SharedPtr publisher_;
  };
  EXPECT_THROW(Throwing{options()}, std::runtime_error);
  EXPECT_TRUE(wait_until([&] { return node->count_publishers("/from_a_half_made_node") == 0; }));
}

TEST_F(TopicsTest, DisabledLoansAreMemoryOfTheHeapAndStillArrive) {
  ::setenv("ROS_DISABLE_LOANED_MESSAGES", "1", 1);
  const auto copying = node->create_publisher<String>("t", 10);
  ::unsetenv("ROS_DISABLE_LOANED_MESSAGES");
  EXPECT_FALSE(copying->can_loan_messages());
  std::string got;
  const auto subscription = node->create_subscription<String>(
      "t", 10, [&](const String& message) { got = std::string(message.data); });
  ASSERT_TRUE(wait_until([&] { return copying->get_subscription_count() == 1; }));
  auto loaned = copying->borrow_loaned_message();
  loaned.get().data = "copied";
  copying->publish(std::move(loaned));
  EXPECT_TRUE(spin_until(*executor, [&] { return got == "copied"; }));
}

TEST_F(TopicsTest, DisabledLoansAreNotReadInPlaceEither) {
  const auto talker = node->create_publisher<String>("in_place", 10);
  ::setenv("ROS_DISABLE_LOANED_MESSAGES", "1", 1);
  const auto copying = node->create_subscription<String>("in_place", 10, [](const String&) {});
  ::unsetenv("ROS_DISABLE_LOANED_MESSAGES");
  const auto reading = node->create_subscription<String>("in_place", 10, [](const String&) {});
  EXPECT_FALSE(copying->can_loan_messages());
  EXPECT_TRUE(reading->can_loan_messages());
  ASSERT_TRUE(wait_until([&] { return talker->get_subscription_count() == 2; }));
  ASSERT_TRUE(wait_until([&] { return copying->get_publisher_count() == 1; }));
  EXPECT_FALSE(copying->get_matches().front().zero_copy);
  talker->publish(String());
  EXPECT_TRUE(spin_until(*executor, [&] {
    return copying->get_counters().received == 1 && reading->get_counters().received == 1;
  }));
  EXPECT_EQ(copying->get_counters().copied, 1u);
  EXPECT_EQ(reading->get_counters().copied, 0u);
}

}  // namespace
}  // namespace baton::nodes
