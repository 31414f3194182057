// SPDX-License-Identifier: Apache-2.0
#include <baton/publisher.hpp>

#include <gmock/gmock.h>

#include <baton/baton.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton {
namespace {

using ::testing::HasSubstr;
using testing::wait_until;

struct Image {
  std::uint64_t stamp;
  std::uint8_t pixels[1 << 20];
};
struct Number {
  std::uint64_t value;
};
struct Named {
  static constexpr std::string_view baton_type_name = "test_msgs/msg/Number";
  std::uint64_t value;
};
struct NamedElsewhere {
  static constexpr std::string_view baton_type_name = "test_msgs/msg/Number";
  std::uint64_t value;
};

template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
    return "accepted";
  } catch (const exceptions::Error& error) {
    return error.what();
  }
}

class PublisherTest : public testing::IsolatedTest {
 protected:
  ~PublisherTest() override = default;
  void TearDown() override {
    context.reset();
    testing::IsolatedTest::TearDown();
  }
  template <class M>
  static bool matched(const std::shared_ptr<Publisher<M>>& publisher, std::size_t count = 1) {
    return wait_until([&] { return publisher->get_subscription_count() == count; });
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
};

TEST_F(PublisherTest, KnowsItsTopicAndItsQos) {
  const auto publisher = create_publisher<Number>(*context, "chatter", QoS(3).best_effort());
  EXPECT_STREQ(publisher->get_topic_name(), "/chatter");
  EXPECT_EQ(publisher->get_actual_qos().depth(), 3u);
  EXPECT_EQ(publisher->get_actual_qos().reliability(), ReliabilityPolicy::BestEffort);
  EXPECT_TRUE(publisher->can_loan_messages());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
}

TEST_F(PublisherTest, RefusesAForbiddenTopicName) {
  EXPECT_THROW(create_publisher<Number>(*context, "a b", 1), exceptions::InvalidTopicNameError);
}

TEST_F(PublisherTest, PublishingACopyDeliversIt) {
  const auto publisher = create_publisher<Number>(*context, "t", 1);
  const auto subscription = create_subscription<Number>(*context, "t", 1);
  ASSERT_TRUE(matched(publisher));
  publisher->publish(Number{42});
  Number received{};
  MessageInfo info;
  ASSERT_TRUE(wait_until([&] { return subscription->take(received, info); }));
  EXPECT_EQ(received.value, 42u);
  EXPECT_EQ(info.publication_sequence_number, 1u);
  EXPECT_FALSE(subscription->take(received, info));
}

TEST_F(PublisherTest, ALoanIsHandedOverWithoutACopy) {
  const auto publisher = create_publisher<Image>(*context, "t", 1);
  const auto subscription = create_subscription<Image>(*context, "t", 1);
  ASSERT_TRUE(matched(publisher));
  auto loan = publisher->borrow_loaned_message();
  ASSERT_TRUE(loan.is_valid());
  loan->stamp = 7;
  loan.get().pixels[999'999] = 8;
  publisher->publish(std::move(loan));
  EXPECT_FALSE(loan.is_valid());
  std::optional<Sample<Image>> sample;
  ASSERT_TRUE(wait_until([&] { return (sample = subscription->take()).has_value(); }));
  EXPECT_EQ((*sample)->stamp, 7u);
  EXPECT_EQ(sample->get().pixels[999'999], 8);
  EXPECT_TRUE(publisher->get_matches()[0].zero_copy);
  EXPECT_EQ(subscription->get_counters().copied, 0u);
}

TEST_F(PublisherTest, ALoanThatIsDroppedOrReleasedGoesBack) {
  const auto publisher = create_publisher<Image>(*context, "t", 1);
  for (int i = 0; i < 100; ++i) {
    auto dropped = publisher->borrow_loaned_message();
    auto released = publisher->loan();
    ASSERT_TRUE(released);
    released->release();
    EXPECT_FALSE(released->is_valid());
  }
  EXPECT_LE(publisher->get_counters().chunks, 2u);
}

TEST_F(PublisherTest, ALoanMovesWithItsOwner) {
  const auto publisher = create_publisher<Number>(*context, "t", 1);
  auto first = publisher->borrow_loaned_message();
  first->value = 1;
  LoanedMessage<Number> second(std::move(first));
  EXPECT_FALSE(first.is_valid());
  EXPECT_EQ(second->value, 1u);
  publisher->publish(std::move(second));
  EXPECT_EQ(publisher->get_counters().published, 1u);
}

TEST_F(PublisherTest, ALoanPublishedTwiceIsRefused) {
  const auto publisher = create_publisher<Number>(*context, "t", 1);
  auto loan = publisher->borrow_loaned_message();
  publisher->publish(std::move(loan));
  EXPECT_THAT(refusal([&] { publisher->publish(std::move(loan)); }), HasSubstr("/t"));
}

TEST_F(PublisherTest, ALoanOfAnotherPublisherIsRefusedAndStaysValid) {
  const auto publisher = create_publisher<Number>(*context, "t", 1);
  const auto other = create_publisher<Number>(*context, "u", 1);
  auto loan = other->borrow_loaned_message();
  EXPECT_THAT(refusal([&] { publisher->publish(std::move(loan)); }),
              HasSubstr("another publisher"));
  EXPECT_TRUE(loan.is_valid());
}

TEST_F(PublisherTest, ALoanOutlivesItsPublisher) {
  auto publisher = create_publisher<Number>(*context, "t", 1);
  auto loan = publisher->borrow_loaned_message();
  publisher.reset();
  loan->value = 1;
  EXPECT_TRUE(loan.is_valid());
}

TEST_F(PublisherTest, ADryPoolThrowsWithTheCauseOrReturnsNothing) {
  PublisherOptions options;
  options.pool_floor_bytes = 0;
  options.pool_ceiling_bytes = 4 << 20;
  const auto publisher = create_publisher<Image>(*context, "t", 1, options);
  const auto subscription = create_subscription<Image>(*context, "t", 1);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  std::vector<LoanedMessage<Image>> loans;
  while (auto loan = publisher->loan()) loans.push_back(*std::move(loan));
  EXPECT_EQ(loans.size(), 3u);
  EXPECT_THAT(refusal([&] { publisher->borrow_loaned_message(); }), HasSubstr("loaned"));
  EXPECT_THAT(refusal([&] { publisher->publish(Image()); }), HasSubstr("pool"));
  EXPECT_EQ(publisher->get_counters().loans_failed, 3u);
  loans.pop_back();
  EXPECT_TRUE(publisher->loan());
}

TEST_F(PublisherTest, ATypeMayCarryItsNameSoThatTwoDefinitionsMatch) {
  const auto publisher = create_publisher<Named>(*context, "t", 1);
  const auto subscription = create_subscription<NamedElsewhere>(*context, "t", 1);
  ASSERT_TRUE(matched(publisher));
  publisher->publish(Named{5});
  NamedElsewhere received{};
  MessageInfo info;
  ASSERT_TRUE(wait_until([&] { return subscription->take(received, info); }));
  EXPECT_EQ(received.value, 5u);
}

}  // namespace
}  // namespace baton
