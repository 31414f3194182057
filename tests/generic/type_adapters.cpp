// SPDX-License-Identifier: Apache-2.0
// Objects of a user's type that stand for messages.
#include "generic_test.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "rclcpp/type_adapter.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

namespace baton::generic {

/// Counts its conversions.
struct Word {
  std::string letters;
  static inline int to_ros = 0;
  static inline int to_custom = 0;
};

struct Number {
  int value = 0;
};

}  // namespace baton::generic

template <>
struct rclcpp::TypeAdapter<baton::generic::Word, std_msgs::msg::String> {
  using is_specialized = std::true_type;
  using custom_type = baton::generic::Word;
  using ros_message_type = std_msgs::msg::String;
  static void convert_to_ros_message(const custom_type& source, ros_message_type& destination) {
    if (source.letters == "unspeakable") throw std::runtime_error("unspeakable");
    ++custom_type::to_ros;
    destination.data = source.letters;
  }
  static void convert_to_custom(const ros_message_type& source, custom_type& destination) {
    ++custom_type::to_custom;
    destination.letters = std::string(source.data);
  }
};

template <>
struct rclcpp::TypeAdapter<baton::generic::Number, std_msgs::msg::Int32> {
  using is_specialized = std::true_type;
  using custom_type = baton::generic::Number;
  using ros_message_type = std_msgs::msg::Int32;
  static void convert_to_ros_message(const custom_type& source, ros_message_type& destination) {
    destination.data = source.value;
  }
  static void convert_to_custom(const ros_message_type& source, custom_type& destination) {
    destination.value = source.data;
  }
};

RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(baton::generic::Number, std_msgs::msg::Int32);

namespace baton::generic {
namespace {

using std_msgs::msg::String;
using Adapted = rclcpp::adapt_type<Word>::as<String>;

static_assert(rclcpp::is_type_adapter<Adapted>::value);
static_assert(!rclcpp::is_type_adapter<String>::value);
static_assert(rclcpp::TypeAdapter<Adapted>::is_specialized::value);
static_assert(rclcpp::TypeAdapter<Number>::is_specialized::value);
static_assert(!rclcpp::TypeAdapter<String>::is_specialized::value);
static_assert(std::is_same_v<rclcpp::TypeAdapter<String>::ros_message_type, String>);
static_assert(std::is_same_v<rclcpp::Publisher<Adapted>::ROSMessageType, String>);

class AdaptedEveryWay : public EveryWay {
 protected:
  void SetUp() override {
    EveryWay::SetUp();
    Word::to_ros = 0;
    Word::to_custom = 0;
  }
  template <class P>
  bool has_subscriptions(const P& publisher, std::size_t count) {
    return spin_until([&] { return publisher->get_subscription_count() == count; });
  }
  static constexpr bool by_pointer(Way way) { return way == Way::in_process; }
};

INSTANTIATE_TEST_SUITE_P(Generic, AdaptedEveryWay, every_way(), name_of_way);

TEST_P(AdaptedEveryWay, AnObjectArrivesAsAnObjectConvertedOnceEachWayOrNever) {
  std::vector<std::string> got;
  const void* address = nullptr;
  const auto subscription =
      listener->create_subscription<Adapted>("words", 10, [&](std::unique_ptr<Word> word) {
        got.push_back(word->letters);
        address = word.get();
      });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 1));
  auto word = std::make_unique<Word>();
  word->letters = "hello";
  const void* const published = word.get();
  publisher->publish(std::move(word));
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_THAT(got, ::testing::ElementsAre("hello"));
  if (by_pointer(GetParam())) {
    EXPECT_EQ(address, published);
  }
  EXPECT_EQ(Word::to_ros, by_pointer(GetParam()) ? 0 : 1);
  EXPECT_EQ(Word::to_custom, by_pointer(GetParam()) ? 0 : 1);
}

TEST_P(AdaptedEveryWay, PublishersAndSubscriptionsOfTheRosTypeMeetThem) {
  std::vector<std::string> words;
  std::vector<std::string> messages;
  const auto of_words = listener->create_subscription<Adapted>(
      "words", 10, [&](const Word& word) { words.push_back(word.letters); });
  const auto of_messages = listener->create_subscription<String>(
      "words", 10, [&](const String& message) { messages.push_back(message.data); });
  const auto adapted = speaker->create_publisher<Adapted>("words", 10);
  const auto plain = speaker->create_publisher<String>("words", 10);
  ASSERT_TRUE(has_subscriptions(adapted, 2) && has_subscriptions(plain, 2));
  adapted->publish(Word{"from an object"});
  ASSERT_TRUE(spin_until([&] { return words.size() == 1 && messages.size() == 1; }));
  EXPECT_EQ(Word::to_ros, 1);
  String message;
  message.data = "from a message";
  plain->publish(message);
  ASSERT_TRUE(spin_until([&] { return words.size() == 2 && messages.size() == 2; }));
  EXPECT_THAT(words, ::testing::ElementsAre("from an object", "from a message"));
  EXPECT_THAT(messages, ::testing::ElementsAre("from an object", "from a message"));
}

TEST_P(AdaptedEveryWay, APublisherTakesObjectsMessagesLoansAndBytes) {
  std::vector<std::string> got;
  const auto subscription = listener->create_subscription<Adapted>(
      "words", 10, [&](std::shared_ptr<const Word> word) { got.push_back(word->letters); });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 1));
  String message;
  publisher->publish(Word{"reference"});
  publisher->publish(std::make_unique<Word>(Word{"pointer"}));
  message.data = "message";
  publisher->publish(message);
  message.data = "pointer to message";
  publisher->publish(std::make_unique<String>(message));
  auto loan = publisher->borrow_loaned_message();
  loan->data = "loan";
  publisher->publish(std::move(loan));
  message.data = "bytes";
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<String>().serialize_message(&message, &bytes);
  publisher->publish(bytes);
  ASSERT_TRUE(spin_until([&] { return got.size() == 6; }));
  EXPECT_THAT(got, ::testing::ElementsAre("reference", "pointer", "message", "pointer to message",
                                          "loan", "bytes"));
}

TEST_P(AdaptedEveryWay, ACallbackTakesObjectsAndMessagesInEveryForm) {
  std::vector<std::string> got;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> held;
  const auto subscribe = [&](auto callback) {
    held.push_back(listener->create_subscription<Adapted>("words", 10, std::move(callback)));
  };
  subscribe([&](const Word& word) { got.push_back(word.letters); });
  subscribe([&](std::unique_ptr<Word> word) { got.push_back(word->letters); });
  subscribe([&](std::shared_ptr<Word> word) { got.push_back(word->letters); });
  subscribe([&](std::shared_ptr<const Word> word, const rclcpp::MessageInfo&) {
    got.push_back(word->letters);
  });
  subscribe([&](const String& message) { got.push_back(message.data); });
  subscribe([&](String::UniquePtr message) { got.push_back(message->data); });
  subscribe([&](String::SharedPtr message) { got.push_back(message->data); });
  subscribe([&](String::ConstSharedPtr message) { got.push_back(message->data); });
  subscribe([&](std::shared_ptr<rclcpp::SerializedMessage> bytes) {
    String message;
    rclcpp::Serialization<String>().deserialize_message(bytes.get(), &message);
    got.push_back(message.data);
  });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, held.size()));
  publisher->publish(Word{"hello"});
  ASSERT_TRUE(spin_until([&] { return got.size() == held.size(); })) << got.size();
  EXPECT_THAT(got, ::testing::Each("hello"));
}

TEST_P(AdaptedEveryWay, ALateSubscriptionGetsWhatWasRetained) {
  const auto qos = rclcpp::QoS(10).transient_local();
  const auto publisher = speaker->create_publisher<Adapted>("words", qos);
  publisher->publish(std::make_unique<Word>(Word{"early"}));
  std::vector<std::string> got;
  const auto subscription = listener->create_subscription<Adapted>(
      "words", qos, [&](const Word& word) { got.push_back(word.letters); });
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_THAT(got, ::testing::ElementsAre("early"));
}

TEST_P(AdaptedEveryWay, WhatAConversionThrowsComesOutOfPublishAndTheObjectStays) {
  std::vector<std::string> got;
  const auto subscription = listener->create_subscription<String>(
      "words", 10, [&](const String& message) { got.push_back(message.data); });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 1));
  EXPECT_THROW(publisher->publish(std::make_unique<Word>(Word{"unspeakable"})), std::runtime_error);
  EXPECT_THROW(publisher->publish(Word{"unspeakable"}), std::runtime_error);
  publisher->publish(Word{"next"});
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_THAT(got, ::testing::ElementsAre("next"));
}

TEST_P(AdaptedEveryWay, ATypeMayHaveItsAdapterByItself) {
  std::vector<int> got;
  rclcpp::Subscription<Number>::SharedPtr subscription = listener->create_subscription<Number>(
      "numbers", 10, [&](const Number& number) { got.push_back(number.value); });
  rclcpp::Publisher<Number>::SharedPtr publisher = speaker->create_publisher<Number>("numbers", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 1));
  publisher->publish(Number{7});
  publisher->publish(std::make_unique<Number>(Number{8}));
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  EXPECT_THAT(got, ::testing::ElementsAre(7, 8));
}

TEST_P(AdaptedEveryWay, ObjectsAreTakenByHand) {
  const auto subscription = listener->create_subscription<Adapted>("words", 10, [](const Word&) {});
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(testing::wait_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Word{"object"});
  publisher->publish(Word{"message"});
  publisher->publish(Word{"bytes"});
  Word word;
  String message;
  rclcpp::SerializedMessage bytes;
  rclcpp::MessageInfo info;
  ASSERT_TRUE(testing::wait_until([&] { return subscription->take(word, info); }));
  ASSERT_TRUE(testing::wait_until([&] { return subscription->take(message, info); }));
  ASSERT_TRUE(testing::wait_until([&] { return subscription->take_serialized(bytes, info); }));
  EXPECT_EQ(word.letters, "object");
  EXPECT_EQ(message.data, "message");
  EXPECT_EQ(bytes.size(), 14U);
}

TEST_P(AdaptedEveryWay, AContentFilterSeesTheMessage) {
  rclcpp::SubscriptionOptions options;
  options.content_filter_options.filter_expression = "data = 'wanted'";
  std::vector<std::string> got;
  const auto subscription = listener->create_subscription<Adapted>(
      "words", 10, [&](const Word& word) { got.push_back(word.letters); }, options);
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 1));
  publisher->publish(Word{"other"});
  publisher->publish(Word{"wanted"});
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_THAT(got, ::testing::ElementsAre("wanted"));
}

class AdaptedByPointer : public AdaptedEveryWay {};

INSTANTIATE_TEST_SUITE_P(Generic, AdaptedByPointer, ::testing::Values(Way::in_process),
                         name_of_way);

TEST_P(AdaptedByPointer, ConstReadersShareTheObject) {
  const void* seen[2] = {};
  const auto one = listener->create_subscription<Adapted>(
      "words", 10, [&](std::shared_ptr<const Word> word) { seen[0] = word.get(); });
  const auto other = listener->create_subscription<Adapted>(
      "words", 10, [&](std::shared_ptr<const Word> word) { seen[1] = word.get(); });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 2));
  auto word = std::make_unique<Word>();
  const void* const published = word.get();
  publisher->publish(std::move(word));
  ASSERT_TRUE(spin_until([&] { return seen[0] != nullptr && seen[1] != nullptr; }));
  EXPECT_EQ(seen[0], published);
  EXPECT_EQ(seen[1], published);
  EXPECT_EQ(Word::to_ros + Word::to_custom, 0);
}

TEST_P(AdaptedByPointer, TheNumbersOfPublicationsHaveNoGapsForAnyReader) {
  std::vector<std::uint64_t> of_objects;
  std::vector<std::uint64_t> of_messages;
  const auto note = [](std::vector<std::uint64_t>& numbers, const rclcpp::MessageInfo& info) {
    numbers.push_back(info.get_rmw_message_info().publication_sequence_number);
  };
  const auto one = listener->create_subscription<Adapted>(
      "words", 10, [&](const Word&, const rclcpp::MessageInfo& info) { note(of_objects, info); });
  const auto other = listener->create_subscription<String>(
      "words", 10,
      [&](const String&, const rclcpp::MessageInfo& info) { note(of_messages, info); });
  const auto publisher = speaker->create_publisher<Adapted>("words", 10);
  ASSERT_TRUE(has_subscriptions(publisher, 2));
  publisher->publish(Word{"one"});
  publisher->publish(String());
  publisher->publish(std::make_unique<Word>());
  ASSERT_TRUE(spin_until([&] { return of_objects.size() == 3 && of_messages.size() == 3; }));
  EXPECT_THAT(of_objects, ::testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(of_messages, ::testing::ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace baton::generic
