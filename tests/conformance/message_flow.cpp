// SPDX-License-Identifier: Apache-2.0
// Messages between one or several publishers and subscriptions: order, history, fairness.
#include <atomic>
#include <cerrno>
#include <thread>

#include "note_message.hpp"
#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::wait_until;

TEST_P(TransportConformance, APublishedMessageIsTakenWithItsBytesAndItsInfo) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));

  auto loan = publisher->loan(1000);
  ASSERT_TRUE(loan) << loan.error().text;
  EXPECT_GE(loan->capacity_bytes, 1000u);
  std::memset(loan->data, 0x5a, 1000);
  const auto sequence = publisher->publish(loan->token, 1000);
  ASSERT_TRUE(sequence) << sequence.error().text;

  ASSERT_TRUE(wait_until([&] { return subscription->is_ready(); }));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  const transport::Sample& sample = held->sample();
  EXPECT_EQ(sample.size_bytes, 1000u);
  EXPECT_EQ(std::vector<std::byte>(sample.data, sample.data + 1000),
            std::vector<std::byte>(1000, std::byte{0x5a}));
  EXPECT_EQ(sample.info.publication_sequence_number, *sequence);
  EXPECT_GT(sample.info.source_timestamp_ns, 1'500'000'000'000'000'000);
  EXPECT_FALSE(subscription->is_ready());
  EXPECT_FALSE(take(subscription));
}

TEST_P(TransportConformance, AnObjectIsPublishedAndEndsOnceHoweverManyReadIt) {
  const int before = objects_made - objects_ended;
  {
    auto transport = open();
    const auto publisher = open_publisher(*transport, spec_for<Note>(publisher_spec()));
    ASSERT_TRUE(publisher->publish_object(make_object<Note>(0)));
    EXPECT_EQ(objects_made - objects_ended, before) << "no subscription reads it";
    const auto one = open_subscription(*transport, spec_for<Note>(subscription_spec()));
    const auto other = open_subscription(*transport, spec_for<Note>(subscription_spec(1)));
    ASSERT_TRUE(matched(publisher, 2) && matched(one) && matched(other));
    for (std::uint64_t value = 1; value <= 3; ++value) {
      ASSERT_TRUE(publisher->publish_object(make_object<Note>(value)));
    }
    for (std::uint64_t value = 1; value <= 3; ++value) {
      const auto held = take(one);
      ASSERT_TRUE(held);
      const auto& note = *reinterpret_cast<const Note*>(held->sample().data);
      EXPECT_EQ(note.value, value);
      EXPECT_EQ(note.text, std::string(100, 'n'));
    }
    const auto newest = take(other);
    ASSERT_TRUE(newest);
    EXPECT_EQ(reinterpret_cast<const Note*>(newest->sample().data)->value, 3u);
    EXPECT_EQ(publisher->counters().published, 4u);
  }
  EXPECT_EQ(objects_made - objects_ended, before);
}

TEST_P(TransportConformance, ADiscardedLoanIsNeverSeen) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  auto loan = publisher->loan(64);
  ASSERT_TRUE(loan);
  publisher->discard(loan->token);
  ASSERT_TRUE(publish(publisher, 1));
  EXPECT_THAT(take_all(subscription), ElementsAre(1));
  EXPECT_EQ(publisher->counters().published, 1u);
}

TEST_P(TransportConformance, MessagesArriveInTheOrderOfPublication) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 20'000; ++value) {
    ASSERT_TRUE(publish(publisher, value));
    ASSERT_TRUE(wait_until([&] { return subscription->is_ready(); }));
    ASSERT_EQ(take_value(subscription), value);
  }
  EXPECT_EQ(subscription->counters().received, 20'000u);
  EXPECT_EQ(subscription->counters().lost, 0u);
  EXPECT_EQ(subscription->counters().skipped, 0u);
}

TEST_P(TransportConformance, AnEmptyMessageIsAMessage) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  auto loan = publisher->loan(0);
  ASSERT_TRUE(loan) << loan.error().text;
  ASSERT_TRUE(publisher->publish(loan->token, 0));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  EXPECT_EQ(held->sample().size_bytes, 0u);
}

TEST_P(TransportConformance, MessagesOfManySizesShareAPublisher) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const std::size_t sizes[] = {8, 100, 4096, 5000, 100'000, 3'000'000, 9, 64'000, 1'000'000};
  std::uint64_t value = 0;
  for (int round = 0; round < 20; ++round) {
    for (const std::size_t size : sizes) {
      ASSERT_TRUE(publish(publisher, ++value, size));
      const auto held = take(subscription);
      ASSERT_TRUE(held);
      EXPECT_EQ(held->sample().size_bytes, size);
      EXPECT_EQ(held->value(), value);
    }
  }
}

TEST_P(TransportConformance, KeepLastKeepsTheNewestAndCountsWhatItSkipped) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(3));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 10; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_THAT(take_all(subscription), ElementsAre(8, 9, 10));
  const SubscriptionCounters counters = subscription->counters();
  EXPECT_EQ(counters.received, 3u);
  EXPECT_EQ(counters.skipped + counters.lost, 7u);
}

TEST_P(TransportConformance, KeepLastNeverBlocksThePublisherHoweverSlowTheSubscription) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(5));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 10'000; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_THAT(take_all(subscription), ElementsAre(9996, 9997, 9998, 9999, 10000));
  const SubscriptionCounters counters = subscription->counters();
  EXPECT_EQ(counters.received + counters.skipped + counters.lost, 10'000u);
}

TEST_P(TransportConformance, ADeepSubscriptionKeepsMoreThanThePublishersDepth) {
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(1));
  const auto subscription = open_subscription(*transport, subscription_spec(100));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 100; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_EQ(take_all(subscription), values(1, 100));
}

TEST_P(TransportConformance, KeepAllLosesNothingWhileThePublisherWaits) {
  auto transport = open();
  const QoS qos = QoS(KeepAll()).max_blocking_time(testing::default_deadline);
  const auto publisher = open_publisher(*transport, publisher_spec(qos));
  const auto subscription = open_subscription(*transport, subscription_spec(qos));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  constexpr std::uint64_t count = 10'000;  // more than any ring holds
  std::thread publishing([&] {
    for (std::uint64_t value = 1; value <= count; ++value) {
      const auto published = publish(publisher, value);
      ASSERT_TRUE(published) << published.error().text;
    }
  });
  for (std::uint64_t expected = 1; expected <= count; ++expected) {
    std::optional<std::uint64_t> value;
    ASSERT_TRUE(wait_until([&] { return (value = take_value(subscription)).has_value(); }));
    ASSERT_EQ(value, expected);
  }
  publishing.join();
  EXPECT_EQ(subscription->counters().lost, 0u);
  EXPECT_EQ(subscription->counters().skipped, 0u);
}

TEST_P(TransportConformance, KeepAllBlocksAtMostItsTimeAndNamesTheSlowestSubscription) {
  auto publishing = open("camera");
  auto reading = open("slowpoke");
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::milliseconds(50));
  const auto publisher = open_publisher(*publishing, publisher_spec(qos));
  const auto subscription = open_subscription(*reading, subscription_spec(qos));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  base::Result<std::uint64_t> published = std::uint64_t{0};
  std::uint64_t count = 0;
  auto before = std::chrono::steady_clock::now();
  while (published && count < 100'000) {
    before = std::chrono::steady_clock::now();
    published = publish(publisher, ++count);
  }
  const auto blocked = std::chrono::steady_clock::now() - before;
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ETIMEDOUT);
  EXPECT_THAT(published.error().text, HasSubstr("slowpoke"));
  EXPECT_THAT(published.error().text, HasSubstr("/t"));
  EXPECT_GE(blocked, std::chrono::milliseconds(50));
  EXPECT_LT(blocked, testing::default_deadline);
  EXPECT_EQ(publisher->counters().keep_all_timeouts, 1u);
  // All that was accepted is delivered.
  EXPECT_EQ(take_all(subscription), values(1, count - 1));
  EXPECT_TRUE(publish(publisher, count));
}

TEST_P(TransportConformance, KeepAllWithoutSubscriptionsNeverBlocks) {
  auto transport = open();
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::nanoseconds(0));
  const auto publisher = open_publisher(*transport, publisher_spec(qos));
  for (std::uint64_t value = 1; value <= 10'000; ++value) ASSERT_TRUE(publish(publisher, value));
}

TEST_P(TransportConformance, KeepAllGoesOnWhenTheSlowSubscriptionLeaves) {
  auto transport = open();
  const QoS qos = QoS(KeepAll()).max_blocking_time(testing::default_deadline);
  const auto publisher = open_publisher(*transport, publisher_spec(qos));
  auto subscription = open_subscription(*transport, subscription_spec(qos));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  std::atomic<std::uint64_t> count{0};
  std::thread publishing([&] {
    for (int i = 0; i < 5000; ++i) {
      const auto published = publish(publisher, 1);
      ASSERT_TRUE(published) << published.error().text;
      ++count;
    }
  });
  // Full: the publisher waits for a subscription that takes nothing.
  ASSERT_TRUE(wait_until([&] { return count >= 2000; }));
  subscription.reset();
  publishing.join();
  EXPECT_EQ(count, 5000u);
}

TEST_P(TransportConformance, KeepAllGoesOnWhenASubscriptionEndsOfWhichASampleIsHeld) {
  auto here = open("here");
  auto there = open("there");
  // Over a network the publisher hears of the subscription's end some time later.
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::seconds(5));
  const auto publisher = open_publisher(*here, publisher_spec(qos));
  auto subscription = open_subscription(*there, subscription_spec(qos));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish(publisher, 1));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  subscription.reset();
  for (int i = 0; i < 5000; ++i) {
    const auto published = publish(publisher, 2);
    ASSERT_TRUE(published) << published.error().text;
  }
  EXPECT_EQ(held->value(), 1u);
}

TEST_P(TransportConformance, ALoanThatNeverFitsCostsNoMessage) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 5; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_FALSE(publisher->loan(std::size_t{1} << 40));
  EXPECT_EQ(take_all(subscription), values(1, 5));
}

TEST_P(TransportConformance, KeepAllGoesOnWhenAllThatIsUnreadHasExpired) {
  auto transport = open();
  const QoS qos = QoS(KeepAll())
                      .lifespan(std::chrono::milliseconds(20))
                      .max_blocking_time(std::chrono::hours(1));
  const auto publisher = open_publisher(*transport, publisher_spec(qos));
  auto subscription = open_subscription(*transport, subscription_spec(qos));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  constexpr std::uint64_t all = 5000;
  std::atomic<std::uint64_t> count{0};
  std::thread publishing([&] {
    for (std::uint64_t i = 0; i < all; ++i) {
      (void)publish(publisher, i);
      ++count;
    }
  });
  // Full, and for longer than the lifespan.
  EXPECT_TRUE(wait_until([&] {
    const std::uint64_t seen = count;
    return testing::stays_true([&] { return count == seen; }, std::chrono::milliseconds(40));
  }));
  // An executor takes when there is something to take.
  EXPECT_TRUE(wait_until([&] {
    if (subscription->is_ready()) (void)take_value(subscription);
    return count == all;
  }));
  subscription.reset();  // ends the wait if the publisher was not woken
  publishing.join();
}

TEST_P(TransportConformance, TransientLocalGivesALateJoinerItsDepthOfTheNewest) {
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(QoS(5).transient_local()));
  for (std::uint64_t value = 1; value <= 20; ++value) ASSERT_TRUE(publish(publisher, value));
  const auto all = open_subscription(*transport, subscription_spec(QoS(50).transient_local()));
  const auto two = open_subscription(*transport, subscription_spec(QoS(2).transient_local()));
  ASSERT_TRUE(matched(publisher, 2) && matched(all) && matched(two));
  EXPECT_THAT(take_all(all), ElementsAre(16, 17, 18, 19, 20));
  EXPECT_THAT(take_all(two), ElementsAre(19, 20));
  EXPECT_EQ(two->counters().skipped + two->counters().lost, 0u);

  ASSERT_TRUE(publish(publisher, 21));
  EXPECT_THAT(take_all(all), ElementsAre(21));
  EXPECT_THAT(take_all(two), ElementsAre(21));
}

TEST_P(TransportConformance, AVolatileLateJoinerGetsNothingThatIsRetained) {
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(QoS(5).transient_local()));
  for (std::uint64_t value = 1; value <= 20; ++value) ASSERT_TRUE(publish(publisher, value));
  const auto none = open_subscription(*transport, subscription_spec(QoS(50)));
  ASSERT_TRUE(matched(publisher) && matched(none));
  EXPECT_THAT(take_all(none), ElementsAre());
  ASSERT_TRUE(publish(publisher, 21));
  EXPECT_THAT(take_all(none), ElementsAre(21));
}

TEST_P(TransportConformance, AVolatileLateJoinerGetsNothingThatIsRetainedForAnother) {
  if (!GetParam().addresses_each)
    GTEST_SKIP() << "a packet is for all of a process that listen there";
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(QoS(5).transient_local()));
  for (std::uint64_t value = 1; value <= 20; ++value) ASSERT_TRUE(publish(publisher, value));
  const auto all = open_subscription(*transport, subscription_spec(QoS(50).transient_local()));
  const auto none = open_subscription(*transport, subscription_spec(QoS(50)));
  ASSERT_TRUE(matched(publisher, 2) && matched(all) && matched(none));
  EXPECT_THAT(take_all(all), ElementsAre(16, 17, 18, 19, 20));
  EXPECT_THAT(take_all(none), ElementsAre());
}

TEST_P(TransportConformance, TransientLocalHistoryOfFewerMessagesThanTheDepthIsWhole) {
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(QoS(10).transient_local()));
  ASSERT_TRUE(publish(publisher, 1));
  const auto first = open_subscription(*transport, subscription_spec(QoS(10).transient_local()));
  ASSERT_TRUE(matched(first));
  EXPECT_THAT(take_all(first), ElementsAre(1));
}

TEST_P(TransportConformance, SeveralPublishersAreReadInTurn) {
  auto transport = open();
  const auto first = open_publisher(*transport);
  const auto second = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(100));
  ASSERT_TRUE(matched(first) && matched(second) && matched(subscription, 2));
  for (std::uint64_t i = 0; i < 50; ++i) ASSERT_TRUE(publish(first, 1000 + i));
  for (std::uint64_t i = 0; i < 50; ++i) ASSERT_TRUE(publish(second, 2000 + i));
  std::uint64_t of_first = 0;
  std::uint64_t of_second = 0;
  for (int i = 0; i < 50; ++i) {
    const auto value = take_value(subscription);
    ASSERT_TRUE(value);
    const bool from_first = *value < 2000;
    EXPECT_EQ(*value, from_first ? 1000 + of_first : 2000 + of_second);
    ++(from_first ? of_first : of_second);
  }
  EXPECT_EQ(of_first, 25u);
  EXPECT_EQ(of_second, 25u);
}

TEST_P(TransportConformance, EverySubscriptionGetsEveryMessage) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  std::vector<Subscription> subscriptions;
  for (int i = 0; i < 8; ++i) {
    subscriptions.push_back(open_subscription(i % 2 ? *here : *there, subscription_spec(100)));
  }
  ASSERT_TRUE(matched(publisher, 8));
  for (const auto& subscription : subscriptions) ASSERT_TRUE(matched(subscription));
  for (std::uint64_t value = 1; value <= 100; ++value) ASSERT_TRUE(publish(publisher, value));
  for (const auto& subscription : subscriptions) EXPECT_EQ(take_all(subscription), values(1, 100));
}

TEST_P(TransportConformance, TopicsDoNotMix) {
  auto transport = open();
  const auto left = open_publisher(*transport, publisher_spec(10, "/left"));
  const auto right = open_publisher(*transport, publisher_spec(10, "/right"));
  const auto subscription = open_subscription(*transport, subscription_spec(10, "/right"));
  ASSERT_TRUE(matched(right) && matched(subscription));
  ASSERT_TRUE(publish(left, 1));
  ASSERT_TRUE(publish(right, 2));
  EXPECT_THAT(take_all(subscription), ElementsAre(2));
  EXPECT_EQ(left->match_count(), 0u);
}

TEST_P(TransportConformance, SequencesMayStartNearTheEndOfTheirBits) {
  auto transport = open();
  for (const std::uint64_t first : {(std::uint64_t{1} << 32) - 50, (std::uint64_t{1} << 48) - 50}) {
    transport::PublisherSpec spec = publisher_spec(10);
    spec.first_sequence = first;
    const auto publisher = open_publisher(*transport, spec);
    const auto subscription = open_subscription(*transport, subscription_spec(10));
    ASSERT_TRUE(matched(publisher) && matched(subscription));
    for (std::uint64_t value = 1; value <= 10'000; ++value) {
      ASSERT_TRUE(publish(publisher, value));
      ASSERT_EQ(take_value(subscription), value) << first;
    }
    EXPECT_EQ(subscription->counters().lost, 0u);
  }
}

}  // namespace
}  // namespace baton::conformance
