// SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions of types that are known by their names only.
#include "generic_test.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "rcpputils/shared_library.hpp"
#include "std_msgs/msg/string.hpp"
#include "test_msgs/msg/multi_nested.hpp"

namespace baton::generic {
namespace {

using rclcpp::SerializedMessage;
using std_msgs::msg::String;

String text(const std::string& data) {
  String message;
  message.data = data;
  return message;
}

SerializedMessage serialized(const String& message) {
  SerializedMessage bytes;
  rclcpp::Serialization<String>().serialize_message(&message, &bytes);
  return bytes;
}

std::string text_in(const SerializedMessage& bytes) {
  String message;
  rclcpp::Serialization<String>().deserialize_message(&bytes, &message);
  return message.data;
}

using GenericTopics = EveryWay;

INSTANTIATE_TEST_SUITE_P(Generic, GenericTopics, every_way(), name_of_way);

TEST_P(GenericTopics, APublisherReachesTypedAndGenericSubscriptions) {
  std::vector<std::string> typed;
  std::vector<std::string> generic;
  const auto one = listener->create_subscription<String>(
      "chatter", 10, [&](const String& message) { typed.push_back(message.data); });
  const auto other = listener->create_generic_subscription(
      "chatter", "std_msgs/msg/String", rclcpp::QoS(10),
      [&](std::shared_ptr<SerializedMessage> message) { generic.push_back(text_in(*message)); });
  const auto publisher =
      speaker->create_generic_publisher("chatter", "std_msgs/msg/String", rclcpp::QoS(10));
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 2; }));
  publisher->publish(serialized(text("one")));
  publisher->publish_as_loaned_msg(serialized(text("two")));
  ASSERT_TRUE(spin_until([&] { return typed.size() == 2 && generic.size() == 2; }));
  EXPECT_THAT(typed, ::testing::ElementsAre("one", "two"));
  EXPECT_THAT(generic, ::testing::ElementsAre("one", "two"));
}

TEST_P(GenericTopics, ASubscriptionGetsTheInfoOfATypedPublisher) {
  std::vector<rclcpp::MessageInfo> infos;
  const auto subscription = listener->create_generic_subscription(
      "chatter", "std_msgs/msg/String", rclcpp::QoS(10),
      [&](const std::shared_ptr<const SerializedMessage>& message,
          const rclcpp::MessageInfo& info) {
        if (text_in(*message) == "hello") infos.push_back(info);
      });
  const auto publisher = speaker->create_publisher<String>("chatter", 10);
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(text("hello"));
  ASSERT_TRUE(spin_until([&] { return !infos.empty(); }));
  const rmw_message_info_t info = infos[0].get_rmw_message_info();
  EXPECT_STREQ(info.publisher_gid.implementation_identifier, rmw_get_implementation_identifier());
  EXPECT_EQ(info.from_intra_process, GetParam() == Way::in_process);
  EXPECT_GT(info.source_timestamp, 0);
  EXPECT_GE(info.received_timestamp, info.source_timestamp);
  EXPECT_TRUE(*publisher == info.publisher_gid);
}

TEST_P(GenericTopics, AMessageOfManyFieldsArrivesWhole) {
  using test_msgs::msg::MultiNested;
  MultiNested sent;
  sent.unbounded_sequence_of_arrays.resize(3);
  sent.unbounded_sequence_of_arrays[1].string_values[0] = "a text that is long enough to spill";
  std::vector<MultiNested> got;
  const auto subscription = listener->create_subscription<MultiNested>(
      "nested", 10, [&](const MultiNested& message) { got.push_back(message); });
  const auto publisher =
      speaker->create_generic_publisher("nested", "test_msgs/msg/MultiNested", rclcpp::QoS(10));
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 1; }));
  SerializedMessage bytes;
  rclcpp::Serialization<MultiNested>().serialize_message(&sent, &bytes);
  publisher->publish(bytes);
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_EQ(got[0], sent);
}

class GenericEndpoints : public TwoNodes {
 protected:
  void SetUp() override {
    TwoNodes::SetUp();
    open(Way::shared_memory);
  }
};

TEST_F(GenericEndpoints, ACallbackTakesTheMessageInEveryForm) {
  int calls = 0;
  const auto count = [&](const SerializedMessage& message) { calls += text_in(message) == "x"; };
  const auto subscribe = [&](auto callback) {
    return listener->create_generic_subscription("forms", "std_msgs/msg/String", rclcpp::QoS(10),
                                                 std::move(callback));
  };
  std::vector<rclcpp::SubscriptionBase::SharedPtr> held;
  held.push_back(subscribe([&](std::shared_ptr<SerializedMessage> m) { count(*m); }));
  held.push_back(subscribe([&](std::shared_ptr<const SerializedMessage> m) { count(*m); }));
  held.push_back(subscribe([&](const std::shared_ptr<const SerializedMessage>& m) { count(*m); }));
  held.push_back(subscribe([&](std::unique_ptr<SerializedMessage> m) { count(*m); }));
  held.push_back(subscribe([&](const SerializedMessage& m) { count(m); }));
  held.push_back(
      subscribe([&](const SerializedMessage& m, const rclcpp::MessageInfo&) { count(m); }));
  held.push_back(subscribe(std::function<void(std::shared_ptr<SerializedMessage>)>(
      [&](std::shared_ptr<SerializedMessage> m) { count(*m); })));
  held.push_back(subscribe([&](auto m) { count(*m); }));
  const auto publisher = speaker->create_publisher<String>("forms", 10);
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == held.size(); }));
  publisher->publish(text("x"));
  EXPECT_TRUE(spin_until([&] { return calls == static_cast<int>(held.size()); })) << calls;
}

TEST_F(GenericEndpoints, BytesThatAreNoMessageAreRefusedAndTheNextArrives) {
  std::vector<std::string> got;
  const auto subscription = listener->create_subscription<String>(
      "chatter", 10, [&](const String& message) { got.push_back(message.data); });
  const auto publisher =
      speaker->create_generic_publisher("chatter", "std_msgs/msg/String", rclcpp::QoS(10));
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 1; }));
  SerializedMessage cut = serialized(text("a text"));
  cut.get_rcl_serialized_message().buffer_length -= 3;
  EXPECT_THROW(publisher->publish(cut), rclcpp::exceptions::RCLInvalidArgument);
  publisher->publish(serialized(text("next")));
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_THAT(got, ::testing::ElementsAre("next"));
}

TEST_F(GenericEndpoints, AreShownInTheGraphWithTypeAndHash) {
  const auto publisher =
      speaker->create_generic_publisher("odometry", "nav_msgs/msg/Odometry", rclcpp::QoS(10));
  ASSERT_TRUE(
      spin_until([&] { return listener->get_publishers_info_by_topic("/odometry").size() == 1; }));
  const auto info = listener->get_publishers_info_by_topic("/odometry")[0];
  EXPECT_EQ(info.topic_type(), "nav_msgs/msg/Odometry");
  const auto* const handle = to_handle(find_message_type("nav_msgs/msg/Odometry"));
  const rosidl_type_hash_t& hash = *handle->get_type_hash_func(handle);
  EXPECT_EQ(info.topic_type_hash().version, 1);
  EXPECT_TRUE(std::equal(std::begin(hash.value), std::end(hash.value),
                         std::begin(info.topic_type_hash().value)));
}

TEST_F(GenericEndpoints, OfATypeThatIsNotThereAreNotMade) {
  EXPECT_THROW(speaker->create_generic_publisher("topic", "no_such_msgs/msg/Any", rclcpp::QoS(1)),
               std::runtime_error);
  EXPECT_THROW(speaker->create_generic_subscription("topic", "no_such_msgs/msg/Any", rclcpp::QoS(1),
                                                    [](std::shared_ptr<SerializedMessage>) {}),
               std::runtime_error);
}

TEST_F(GenericEndpoints, AreMadeOfPartsAndWithALibraryAsInRclcpp) {
  const std::string type = "std_msgs/msg/String";
  const auto topics = speaker->get_node_topics_interface();
  EXPECT_NE(rclcpp::create_generic_publisher(topics, "topic", type, rclcpp::QoS(1)), nullptr);
  EXPECT_NE(rclcpp::create_generic_subscription(topics, "topic", type, rclcpp::QoS(1),
                                                [](std::shared_ptr<SerializedMessage>) {}),
            nullptr);
  const auto library = rclcpp::get_typesupport_library(type, "rosidl_typesupport_cpp");
  const rclcpp::GenericPublisher publisher(speaker->get_node_base_interface().get(), library,
                                           "topic", type, rclcpp::QoS(1),
                                           rclcpp::PublisherOptions());
  EXPECT_STREQ(publisher.get_topic_name(), "/topic");
  const rclcpp::GenericSubscription subscription(
      speaker->get_node_base_interface().get(), library, "topic", type, rclcpp::QoS(1),
      [](std::shared_ptr<SerializedMessage>) {}, rclcpp::SubscriptionOptions());
  EXPECT_TRUE(subscription.is_serialized());
}

TEST_F(GenericEndpoints, ASubscriptionTakesSerializedMessagesByHand) {
  const auto subscription = listener->create_generic_subscription(
      "chatter", "std_msgs/msg/String", rclcpp::QoS(10), [](const SerializedMessage&) {});
  const auto publisher = speaker->create_publisher<String>("chatter", 10);
  ASSERT_TRUE(testing::wait_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(text("by hand"));
  SerializedMessage message;
  rclcpp::MessageInfo info;
  ASSERT_TRUE(testing::wait_until([&] { return subscription->take_serialized(message, info); }));
  EXPECT_EQ(text_in(message), "by hand");
}

}  // namespace
}  // namespace baton::generic
