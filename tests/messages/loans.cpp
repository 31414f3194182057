// SPDX-License-Identifier: Apache-2.0
// Messages with strings and sequences, through loans, copies and memory that they outgrow.
#include <gmock/gmock.h>

#include <thread>

#include <baton/baton.hpp>
#include <baton/msg/home.hpp>
#include <geometry_msgs/msg/point.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>
#include <tf2_msgs/msg/tf_message.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using geometry_msgs::msg::Point;
using sensor_msgs::msg::Image;
using std_msgs::msg::String;
using testing::wait_until;
using tf2_msgs::msg::TFMessage;

class GeneratedMessage : public testing::IsolatedTest {
 protected:
  void TearDown() override {
    context.reset();
    testing::IsolatedTest::TearDown();
  }

  template <class M>
  struct Pair {
    typename Publisher<M>::SharedPtr publisher;
    typename Subscription<M>::SharedPtr subscription;
  };
  template <class M>
  Pair<M> open(const char* topic = "t") {
    Pair<M> pair{create_publisher<M>(*context, topic, 10),
                 create_subscription<M>(*context, topic, 10)};
    EXPECT_TRUE(wait_until([&] {
      return pair.publisher->get_subscription_count() == 1 &&
             pair.subscription->get_publisher_count() == 1;
    }));
    return pair;
  }

  static void fill(Image& image, std::size_t size_bytes) {
    image.header.frame_id = "a camera whose name does not fit into a small string";
    image.encoding = "rgb8";
    image.data.resize(size_bytes);
    for (std::size_t i = 0; i < size_bytes; i += 997) {
      image.data[i] = static_cast<std::uint8_t>(i);
    }
    image.step = static_cast<std::uint32_t>(size_bytes);
  }
  static void expect_filled(const Image& image, std::size_t size_bytes) {
    EXPECT_EQ(image.header.frame_id, "a camera whose name does not fit into a small string");
    EXPECT_EQ(image.encoding, "rgb8");
    ASSERT_EQ(image.data.size(), size_bytes);
    for (std::size_t i = 0; i < size_bytes; i += 997) {
      ASSERT_EQ(image.data[i], static_cast<std::uint8_t>(i)) << i;
    }
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
};

TEST_F(GeneratedMessage, APlainOneIsHandedOverLikeAnyStruct) {
  const auto [publisher, subscription] = open<Point>();
  auto loan = publisher->borrow_loaned_message();
  EXPECT_EQ(loan->x, 0.0);
  loan->y = 2;
  publisher->publish(std::move(loan));
  const auto sample = subscription->take();
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->get().y, 2);
}

TEST_F(GeneratedMessage, ALoanedImageIsReadWhereItWasWritten) {
  const auto [publisher, subscription] = open<Image>();
  auto loan = publisher->borrow_loaned_message();
  fill(*loan, 500);
  EXPECT_EQ(msg::home_of(loan->data.data()), msg::Home::loan);
  publisher->publish(std::move(loan));
  const auto sample = subscription->take();
  ASSERT_TRUE(sample);
  expect_filled(sample->get(), 500);
  EXPECT_EQ(msg::home_of(sample->get().data.data()), msg::Home::received);
  EXPECT_EQ(subscription->get_counters().copied, 0u);
  EXPECT_EQ(publisher->get_counters().compacted, 0u);
}

TEST_F(GeneratedMessage, TheFirstThatOutgrowsItsLoanIsCopiedOnceAndTheNextFits) {
  const auto [publisher, subscription] = open<Image>();
  constexpr std::size_t size_bytes = 3'000'000;
  for (int i = 0; i < 20; ++i) {
    auto loan = publisher->borrow_loaned_message();
    fill(*loan, size_bytes);
    publisher->publish(std::move(loan));
    const auto sample = subscription->take();
    ASSERT_TRUE(sample);
    expect_filled(sample->get(), size_bytes);
  }
  EXPECT_EQ(publisher->get_counters().compacted, 1u);
  EXPECT_EQ(publisher->get_counters().published, 20u);
  EXPECT_EQ(subscription->get_counters().received, 20u);
}

TEST_F(GeneratedMessage, SizesThatVarySettleOnTheLargest) {
  const auto [publisher, subscription] = open<Image>();
  for (std::size_t i = 0; i < 100; ++i) {
    auto loan = publisher->borrow_loaned_message();
    const std::size_t size_bytes = 10'000 + i * 7919 % 90'000;
    fill(*loan, size_bytes);
    publisher->publish(std::move(loan));
    const auto sample = subscription->take();
    ASSERT_TRUE(sample);
    expect_filled(sample->get(), size_bytes);
  }
  EXPECT_LE(publisher->get_counters().compacted, 8u);
}

TEST_F(GeneratedMessage, NestedSequencesOfStringsArriveWhole) {
  const auto [publisher, subscription] = open<TFMessage>();
  for (int round = 0; round < 3; ++round) {
    auto loan = publisher->borrow_loaned_message();
    for (int i = 0; i < 100; ++i) {
      auto& transform = loan->transforms.emplace_back();
      transform.header.frame_id = "base_link_of_robot_" + std::to_string(i);
      transform.child_frame_id = "child_" + std::to_string(i);
      transform.transform.translation.x = i;
    }
    publisher->publish(std::move(loan));
    const auto sample = subscription->take();
    ASSERT_TRUE(sample);
    ASSERT_EQ(sample->get().transforms.size(), 100u);
    for (int i = 0; i < 100; ++i) {
      const auto& transform = sample->get().transforms[static_cast<std::size_t>(i)];
      EXPECT_EQ(transform.header.frame_id, "base_link_of_robot_" + std::to_string(i));
      EXPECT_EQ(transform.child_frame_id, "child_" + std::to_string(i));
      EXPECT_EQ(transform.transform.translation.x, i);
    }
  }
  EXPECT_EQ(publisher->get_counters().compacted, 1u);
}

TEST_F(GeneratedMessage, PublishingACopyTakesExactlyWhatItNeeds) {
  const auto [publisher, subscription] = open<Image>();
  Image image;
  fill(image, 100'000);
  publisher->publish(image);
  image.data[0] = 99;  // not seen by the subscription
  Image taken;
  MessageInfo info;
  ASSERT_TRUE(subscription->take(taken, info));
  expect_filled(taken, 100'000);
  EXPECT_EQ(msg::home_of(taken.data.data()), msg::Home::heap);
  EXPECT_EQ(publisher->get_counters().compacted, 0u);
  EXPECT_LT(publisher->get_counters().published_bytes, 101'000u);
}

TEST_F(GeneratedMessage, ALoanThatIsGivenBackLeavesNothing) {
  const auto [publisher, subscription] = open<Image>();
  for (int i = 0; i < 50; ++i) {
    auto loan = publisher->borrow_loaned_message();
    fill(*loan, 200'000);  // spills; the leak check of sanitizers sees what is not freed
  }
  EXPECT_EQ(publisher->get_counters().published, 0u);
  EXPECT_EQ(publisher->get_counters().compacted, 0u);
}

TEST_F(GeneratedMessage, AMessageThatIsMovedOutOfALoanLeavesItEmptyAndValid) {
  const auto [publisher, subscription] = open<Image>();
  auto loan = publisher->borrow_loaned_message();
  fill(*loan, 5'000);
  const Image mine = std::move(*loan);
  expect_filled(mine, 5'000);
  publisher->publish(std::move(loan));
  const auto sample = subscription->take();
  ASSERT_TRUE(sample);
  EXPECT_TRUE(sample->get().data.empty());
}

TEST_F(GeneratedMessage, SeveralThreadsFillLoansOfOnePublisherAtOnce) {
  const auto [publisher, subscription] = open<TFMessage>();
  constexpr int rounds = 200;
  const auto fill_and_publish = [&](int id) {
    for (int round = 0; round < rounds; ++round) {
      auto loan = publisher->borrow_loaned_message();
      for (int i = 0; i < 10 + round % 7; ++i) {
        loan->transforms.emplace_back().child_frame_id = "thread_" + std::to_string(id) + "_frame";
      }
      if (round % 5 != 0) publisher->publish(std::move(loan));
    }
  };
  std::jthread one(fill_and_publish, 1);
  std::jthread two(fill_and_publish, 2);
  const std::uint64_t published = 2 * rounds * 4 / 5;
  ASSERT_TRUE(wait_until([&] {
    while (const auto sample = subscription->take()) {
      const auto& transforms = sample->get().transforms;
      EXPECT_GE(transforms.size(), 10u);
      for (const auto& transform : transforms) {
        EXPECT_EQ(transform.child_frame_id, transforms[0].child_frame_id);
      }
    }
    return publisher->get_counters().published == published;
  }));
}

TEST_F(GeneratedMessage, TwoTypesOfOneTopicDoNotMatch) {
  const auto publisher = create_publisher<String>(*context, "t", 10);
  const auto subscription = create_subscription<Point>(*context, "t", 10);
  ASSERT_TRUE(wait_until([&] { return subscription->get_counters().rejected_peers == 1; }));
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
}

TEST_F(GeneratedMessage, SteadyStateGivesTheSameChunksAgain) {
  const auto [publisher, subscription] = open<Image>();
  const auto hand_over = [&] {
    auto loan = publisher->borrow_loaned_message();
    fill(*loan, 1'000'000);
    publisher->publish(std::move(loan));
    ASSERT_TRUE(subscription->take());
  };
  for (int i = 0; i < 50; ++i) hand_over();
  const std::uint64_t settled_bytes = publisher->get_counters().committed_bytes;
  for (int i = 0; i < 200; ++i) hand_over();
  EXPECT_EQ(publisher->get_counters().committed_bytes, settled_bytes);
}

}  // namespace
}  // namespace baton
