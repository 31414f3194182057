// SPDX-License-Identifier: Apache-2.0
// What an endpoint is told about itself: matches, refusals, losses, and promises that were not
// kept.
#include <chrono>

#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::wait_until;
using Kind = EndpointEvent::Kind;

/// Short for a test, long for a machine under load.
constexpr std::chrono::nanoseconds lease = 100ms * testing::slowness;

/// Events of one endpoint, for waiting.
class EndpointLog {
 public:
  EndpointCallback callback() {
    return [shared = shared_](const EndpointEvent& event) {
      const std::lock_guard lock(shared->mutex);
      shared->events.push_back(event);
    };
  }
  /// Sums what the events of a kind count.
  std::uint64_t count(Kind kind) const {
    const std::lock_guard lock(shared_->mutex);
    std::uint64_t sum = 0;
    for (const EndpointEvent& event : shared_->events) sum += event.kind == kind ? event.count : 0;
    return sum;
  }
  [[nodiscard]] bool comes_to(Kind kind, std::uint64_t wanted) const {
    return wait_until([&] { return count(kind) == wanted; });
  }
  EndpointEvent last(Kind kind) const {
    const std::lock_guard lock(shared_->mutex);
    EndpointEvent found{kind};
    for (const EndpointEvent& event : shared_->events) {
      if (event.kind == kind) found = event;
    }
    return found;
  }

 private:
  struct Shared {
    std::mutex mutex;
    std::vector<EndpointEvent> events;
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

transport::PublisherSpec told(transport::PublisherSpec spec, EndpointLog& log) {
  spec.on_event = log.callback();
  return spec;
}

transport::SubscriptionSpec told(transport::SubscriptionSpec spec, EndpointLog& log) {
  spec.on_event = log.callback();
  return spec;
}

QoS manual(std::chrono::nanoseconds lease_duration) {
  QoS qos = 10;
  qos.liveliness(LivelinessPolicy::ManualByTopic).liveliness_lease_duration(lease_duration);
  return qos;
}

TEST_P(TransportConformance, BothSidesAreToldWhenAMatchBeginsAndWhenItEnds) {
  auto transport = open();
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  auto publisher = open_publisher(*transport, told(publisher_spec(), of_publisher));
  const auto subscription =
      open_subscription(*transport, told(subscription_spec(), of_subscription));
  EXPECT_TRUE(of_publisher.comes_to(Kind::matched, 1));
  EXPECT_TRUE(of_subscription.comes_to(Kind::matched, 1));
  {
    const auto other = open_subscription(*transport);
    EXPECT_TRUE(of_publisher.comes_to(Kind::matched, 2));
  }
  EXPECT_TRUE(of_publisher.comes_to(Kind::unmatched, 1));
  publisher.reset();
  EXPECT_TRUE(of_subscription.comes_to(Kind::unmatched, 1));
  EXPECT_EQ(of_subscription.count(Kind::matched), 1u);
}

TEST_P(TransportConformance, AParticipantThatClosesEndsTheMatchesOfTheOthers) {
  auto here = open("here");
  auto there = open("there");
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  const auto publisher = open_publisher(*here, told(publisher_spec(), of_publisher));
  const auto subscription = open_subscription(*here, told(subscription_spec(), of_subscription));
  const auto far_publisher = open_publisher(*there);
  const auto far_subscription = open_subscription(*there);
  EXPECT_TRUE(of_publisher.comes_to(Kind::matched, 2));
  EXPECT_TRUE(of_subscription.comes_to(Kind::matched, 2));
  there->close();
  EXPECT_TRUE(of_publisher.comes_to(Kind::unmatched, 1));
  EXPECT_TRUE(of_subscription.comes_to(Kind::unmatched, 1));
}

struct Refused {
  QoS offered;
  QoS requested;
  const char* policy;
};

TEST_P(TransportConformance, BothSidesOfARefusalLearnWhichPolicyItWas) {
  const Refused cases[] = {
      {QoS(1).best_effort(), QoS(1), "reliability"},
      {QoS(1), QoS(1).transient_local(), "durability"},
      {QoS(1), QoS(1).deadline(100ms), "deadline"},
      {QoS(1).deadline(101ms), QoS(1).deadline(100ms), "deadline"},
      {QoS(1), manual(1h), "liveliness"},
      {QoS(1), QoS(1).liveliness_lease_duration(1s), "liveliness"},
      {manual(2s), manual(1s), "liveliness"},
  };
  for (const Refused& each : cases) {
    auto transport = open();
    EndpointLog of_publisher;
    EndpointLog of_subscription;
    const auto publisher =
        open_publisher(*transport, told(publisher_spec(each.offered), of_publisher));
    const auto subscription =
        open_subscription(*transport, told(subscription_spec(each.requested), of_subscription));
    for (EndpointLog* side : {&of_publisher, &of_subscription}) {
      EXPECT_TRUE(side->comes_to(Kind::incompatible_qos, 1)) << each.policy;
      EXPECT_EQ(side->last(Kind::incompatible_qos).policy, each.policy);
      EXPECT_THAT(side->last(Kind::incompatible_qos).text, HasSubstr("/t"));
      EXPECT_EQ(side->count(Kind::matched), 0u);
    }
    EXPECT_EQ(publisher->match_count() + subscription->match_count(), 0u);
  }
}

TEST_P(TransportConformance, APublisherThatOffersAsMuchAsIsAskedForIsMatched) {
  const std::pair<QoS, QoS> cases[] = {
      {QoS(1).deadline(100ms), QoS(1).deadline(100ms)},
      {QoS(1).deadline(100ms), QoS(1)},
      {manual(1s), QoS(1)},
      {manual(1s), manual(1s)},
      {QoS(1).liveliness_lease_duration(1s), QoS(1).liveliness_lease_duration(2s)},
      {QoS(1).lifespan(1ms), QoS(1)},
      {QoS(1), QoS(1).lifespan(1ms)},
  };
  for (const auto& [offered, requested] : cases) {
    auto transport = open();
    const auto publisher = open_publisher(*transport, publisher_spec(offered));
    const auto subscription = open_subscription(*transport, subscription_spec(requested));
    EXPECT_TRUE(matched(publisher) && matched(subscription)) << log.texts().size();
  }
}

TEST_P(TransportConformance, BothSidesOfATwoTypedTopicAreTold) {
  auto here = open("here");
  auto there = open("there");
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  const auto publisher = open_publisher(*here, told(publisher_spec(), of_publisher));
  transport::SubscriptionSpec spec = told(subscription_spec(), of_subscription);
  spec.type_name = "test/Other";
  spec.type_hash = 99;
  const auto subscription = open_subscription(*there, spec);
  for (EndpointLog* side : {&of_publisher, &of_subscription}) {
    EXPECT_TRUE(side->comes_to(Kind::incompatible_type, 1));
    EXPECT_THAT(side->last(Kind::incompatible_type).text, HasSubstr("test/Other"));
  }
}

TEST_P(TransportConformance, MessagesThatWerePassedOverAreCountedWhenTheNextIsTaken) {
  auto transport = open();
  EndpointLog told_here;
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, told(subscription_spec(2), told_here));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 5; ++value) ASSERT_TRUE(publish(publisher, value));
  EXPECT_EQ(told_here.count(Kind::message_lost), 0u);
  EXPECT_THAT(take_all(subscription), ElementsAre(4, 5));
  EXPECT_TRUE(told_here.comes_to(Kind::message_lost, 3));
  ASSERT_TRUE(publish(publisher, 6));
  EXPECT_THAT(take_all(subscription), ElementsAre(6));
  EXPECT_EQ(told_here.count(Kind::message_lost), 3u);
}

TEST_P(TransportConformance, AMessageThatHasOutlivedItsLifespanIsNotDelivered) {
  auto transport = open();
  const auto brief = open_publisher(*transport, publisher_spec(QoS(10).lifespan(1ms)));
  const auto lasting = open_publisher(*transport, publisher_spec(QoS(10).lifespan(1h)));
  const auto subscription = open_subscription(*transport);
  ASSERT_TRUE(matched(brief) && matched(lasting) && matched(subscription, 2));
  ASSERT_TRUE(publish(brief, 1));
  ASSERT_TRUE(publish(lasting, 2));
  const auto published = std::chrono::steady_clock::now();
  ASSERT_TRUE(wait_until([&] { return std::chrono::steady_clock::now() > published + 2ms; }));
  EXPECT_THAT(take_all(subscription), ElementsAre(2));
  EXPECT_EQ(subscription->counters().skipped, 1u);
  EXPECT_EQ(subscription->counters().received, 1u);
  EXPECT_TRUE(wait_until([&] { return brief->counters().pinned_chunks == 0; }));
}

TEST_P(TransportConformance, WhatWasRetainedTooLongIsNotDeliveredToALateJoiner) {
  auto transport = open();
  QoS qos = QoS(10).transient_local();
  const auto publisher = open_publisher(*transport, publisher_spec(QoS(qos).lifespan(1ms)));
  ASSERT_TRUE(publish(publisher, 1));
  const auto published = std::chrono::steady_clock::now();
  ASSERT_TRUE(wait_until([&] { return std::chrono::steady_clock::now() > published + 2ms; }));
  const auto subscription = open_subscription(*transport, subscription_spec(qos));
  ASSERT_TRUE(matched(subscription));
  EXPECT_FALSE(take_value(subscription));
}

TEST_P(TransportConformance, AnAutomaticPublisherIsAliveAsLongAsItIsThere) {
  auto transport = open();
  EndpointLog told_here;
  auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, told(subscription_spec(), told_here));
  EXPECT_TRUE(told_here.comes_to(Kind::liveliness_gained, 1));
  EXPECT_EQ(told_here.count(Kind::liveliness_lost), 0u);
  publisher.reset();
  EXPECT_TRUE(told_here.comes_to(Kind::liveliness_lost, 1));
}

TEST_P(TransportConformance, APublisherThatDoesNotAssertIsNotAliveUntilItDoes) {
  auto transport = open();
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  auto publisher = open_publisher(*transport, told(publisher_spec(manual(lease)), of_publisher));
  const auto subscription =
      open_subscription(*transport, told(subscription_spec(manual(lease)), of_subscription));
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_gained, 1));
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_lost, 1));
  EXPECT_TRUE(of_publisher.comes_to(Kind::liveliness_lost, 1));
  publisher->assert_liveliness();
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_gained, 2));
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_lost, 2));
  ASSERT_TRUE(publish(publisher, 1));  // says so too
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_gained, 3));
  EXPECT_TRUE(of_subscription.comes_to(Kind::liveliness_lost, 3));
  publisher.reset();
  EXPECT_TRUE(of_subscription.comes_to(Kind::unmatched, 1));
  EXPECT_EQ(of_subscription.count(Kind::liveliness_lost), 3u) << "it was lost already";
}

TEST_P(TransportConformance, APublisherThatAssertsInTimeStaysAlive) {
  auto transport = open();
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  const QoS promise = manual(lease * 5);
  const auto publisher = open_publisher(*transport, told(publisher_spec(promise), of_publisher));
  const auto subscription =
      open_subscription(*transport, told(subscription_spec(promise), of_subscription));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(wait_until([&] {
    publisher->assert_liveliness();
    return std::chrono::steady_clock::now() - begin > lease * 12;
  }));
  EXPECT_EQ(of_publisher.count(Kind::liveliness_lost), 0u);
  EXPECT_EQ(of_subscription.count(Kind::liveliness_lost), 0u);
}

TEST_P(TransportConformance, NoCallbackIsCalledAfterItsEndpointHasGone) {
  auto here = open("here");
  auto there = open("there");
  const auto far = open_publisher(*there);
  for (int round = 0; round < 50; ++round) {
    bool gone = false;
    transport::SubscriptionSpec spec = subscription_spec();
    spec.on_event = [&gone](const EndpointEvent&) { EXPECT_FALSE(gone); };
    auto subscription = open_subscription(*here, spec);
    ASSERT_TRUE(round % 2 == 1 || matched(subscription));
    subscription.reset();
    gone = true;
  }
}

/// A message on the heap that counts how often it ends.
struct Counted {
  std::uint64_t value = 0;
  static inline std::atomic<int> ended{0};

  static const transport::ObjectType& type() {
    static const transport::ObjectType made{
        sizeof(Counted),
        [](const void* message) -> void* {
          return new Counted(*static_cast<const Counted*>(message));
        },
        [](void* memory, const void* message) {
          new (memory) Counted(*static_cast<const Counted*>(message));
        },
        [](void* message) noexcept {
          ++ended;
          delete static_cast<Counted*>(message);
        }};
    return made;
  }
};

TEST_P(TransportConformance, AnObjectIsTakenWholeAndNumberedLikeEveryMessage) {
  auto transport = open();
  Counted::ended = 0;
  const auto publisher = open_publisher(*transport);
  const auto give = [&](std::uint64_t value) {
    return publisher->publish_object({new Counted{value}, &Counted::type()});
  };
  EXPECT_EQ(*give(1), 1u);  // no subscription is there
  EXPECT_TRUE(wait_until([] { return Counted::ended == 1; }));
  {
    const auto subscription = open_subscription(*transport);
    ASSERT_TRUE(matched(publisher) && matched(subscription));
    EXPECT_EQ(*give(2), 2u);
    {
      const auto held = take(subscription);
      ASSERT_TRUE(held);
      EXPECT_EQ(held->value(), 2u);
      EXPECT_EQ(held->sample().info.publication_sequence_number, 2u);
    }
    EXPECT_TRUE(wait_until([] { return Counted::ended == 2; }));
    EXPECT_EQ(subscription->counters().lost, 0u);
  }
  ASSERT_TRUE(matched(publisher, 0));
  EXPECT_EQ(*give(3), 3u);
  EXPECT_EQ(Counted::ended, 3);
  EXPECT_EQ(publisher->counters().published, 3u);
}

}  // namespace
}  // namespace baton::conformance
