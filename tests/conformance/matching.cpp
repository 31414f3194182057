// SPDX-License-Identifier: Apache-2.0
// Which endpoints match, what both are told about it, and how matches end.
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing::wait_until;

TEST_P(TransportConformance, TheOrderOfCreationDoesNotMatter) {
  auto here = open("here");
  const auto early = open_subscription(*here);
  auto there = open("there");
  const auto publisher = open_publisher(*there);
  const auto late = open_subscription(*here);
  ASSERT_TRUE(matched(publisher, 2) && matched(early) && matched(late));
  ASSERT_TRUE(publish(publisher, 7));
  EXPECT_THAT(take_all(early), ElementsAre(7));
  EXPECT_THAT(take_all(late), ElementsAre(7));
}

/// Makes a publisher and a subscription, in the one or the other order, and publishes at once.
void expect_no_message_lost(transport::Transport& here, const std::string& topic,
                            bool publisher_first) {
  Publisher publisher;
  Subscription subscription;
  if (publisher_first) publisher = open_publisher(here, publisher_spec(10, topic));
  subscription = open_subscription(here, subscription_spec(10, topic));
  if (!publisher_first) publisher = open_publisher(here, publisher_spec(10, topic));
  EXPECT_EQ(publisher->match_count(), 1u) << topic;
  EXPECT_EQ(subscription->match_count(), 1u) << topic;
  EXPECT_TRUE(publish(publisher, 7));
  std::optional<std::uint64_t> got;
  EXPECT_TRUE(wait_until([&] { return (got = take_value(subscription)).has_value(); })) << topic;
  EXPECT_EQ(got, 7u);
}

TEST_P(TransportConformance, EndpointsOfOneParticipantHaveMatchedWhenTheyAreMade) {
  auto here = open("here");
  for (int i = 0; i < 30; ++i) expect_no_message_lost(*here, "/t" + std::to_string(i), i % 2 == 0);
}

TEST_P(TransportConformance, TheyHaveMatchedAlsoWhereTheParticipantsThreadMakesThem) {
  auto here = open("here");
  std::promise<void> done;
  here->loop()->post([&] {
    for (const bool publisher_first : {false, true}) {
      const std::string topic = publisher_first ? "/a" : "/b";
      const auto one = open_publisher(*here, publisher_spec(10, topic));
      const auto subscription = open_subscription(*here, subscription_spec(10, topic));
      const auto another = open_publisher(*here, publisher_spec(10, topic));
      EXPECT_EQ(one->match_count(), 1u);
      EXPECT_EQ(another->match_count(), 1u);
      EXPECT_EQ(subscription->match_count(), 2u);
    }
    done.set_value();
  });
  done.get_future().get();
}

TEST_P(TransportConformance, ManyOfOneParticipantHaveMatchedWhenTheyAreMade) {
  auto here = open("here");
  std::vector<Subscription> subscriptions;
  for (int i = 0; i < 200; ++i) subscriptions.push_back(open_subscription(*here));
  const auto publisher = open_publisher(*here);
  EXPECT_EQ(publisher->match_count(), subscriptions.size());
  EXPECT_TRUE(publish(publisher, 7));
  for (const auto& subscription : subscriptions) {
    EXPECT_TRUE(wait_until([&] { return take_value(subscription) == 7u; }));
  }
}

TEST_P(TransportConformance, AMatchNamesTheOtherEndpointAndHowMessagesReachIt) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const auto of_publisher = publisher->matches();
  const auto of_subscription = subscription->matches();
  ASSERT_THAT(of_publisher, SizeIs(1));
  ASSERT_THAT(of_subscription, SizeIs(1));
  EXPECT_EQ(of_publisher[0].process_name, "there");
  EXPECT_EQ(of_subscription[0].process_name, "here");
  for (const MatchInfo& info : {of_publisher[0], of_subscription[0]}) {
    EXPECT_THAT(info.participant, SizeIs(16));
    EXPECT_EQ(info.pid, getpid());
    EXPECT_EQ(info.transport, here->name());
    EXPECT_EQ(info.zero_copy, GetParam().shares_memory);
    EXPECT_NE(info.reason, "");
  }
  EXPECT_NE(of_publisher[0].participant, of_subscription[0].participant);
}

/// No more descriptors than there are, until this goes.
class NoMoreDescriptors {
 public:
  NoMoreDescriptors() {
    getrlimit(RLIMIT_NOFILE, &former_);
    const rlimit none{0, former_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreDescriptors() { setrlimit(RLIMIT_NOFILE, &former_); }

 private:
  rlimit former_{};
};

TEST_P(TransportConformance, WhatIsRefusedForWantOfDescriptorsMatchesWhenThereAreSomeAgain) {
  if (!GetParam().is_in_registry) GTEST_SKIP() << "a match takes no descriptor";
  EventLog of_publisher;
  EventLog of_subscription;
  auto here = open("here", of_publisher.callback());
  auto there = open("there", of_subscription.callback());
  // They know each other already.
  const auto known = open_publisher(*here, publisher_spec(10, "/known"));
  const auto knows = open_subscription(*there, subscription_spec(10, "/known"));
  ASSERT_TRUE(matched(known) && matched(knows));
  const auto subscription = open_subscription(*there);
  auto refused = std::make_unique<NoMoreDescriptors>();
  const auto publisher = open_publisher(*here);
  for (EventLog* side : {&of_publisher, &of_subscription}) {
    EXPECT_TRUE(wait_until([&] { return side->has(EventKind::resources, "/t"); }));
  }
  // It is asked for again and again, and told once.
  EXPECT_TRUE(testing::stays_true(
      [&] {
        return publisher->match_count() == 0 && of_publisher.count(EventKind::resources) == 1 &&
               of_subscription.count(EventKind::resources) == 1;
      },
      std::chrono::milliseconds(1200)));
  EXPECT_EQ(publisher->counters().rejected_peers, 1u);
  EXPECT_EQ(subscription->counters().rejected_peers, 1u);
  refused.reset();
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish(publisher, 7));
  EXPECT_THAT(take_all(subscription), ElementsAre(7));
}

TEST_P(TransportConformance, TwoTypesOnOneTopicDoNotMatchAndBothSidesAreTold) {
  EventLog of_publisher;
  EventLog of_subscription;
  auto here = open("here", of_publisher.callback());
  auto there = open("there", of_subscription.callback());
  const auto publisher = open_publisher(*here);
  transport::SubscriptionSpec spec = subscription_spec();
  spec.type_name = "test/Other";
  spec.type_hash = 99;
  const auto subscription = open_subscription(*there, spec);
  for (EventLog* side : {&of_publisher, &of_subscription}) {
    EXPECT_TRUE(
        wait_until([&] { return side->has(EventKind::incompatible_type, "test/Message"); }));
    EXPECT_TRUE(side->has(EventKind::incompatible_type, "test/Other"));
    EXPECT_TRUE(side->has(EventKind::incompatible_type, "/t"));
  }
  EXPECT_EQ(publisher->match_count(), 0u);
  EXPECT_EQ(subscription->match_count(), 0u);
  EXPECT_EQ(publisher->counters().rejected_peers, 1u);
  EXPECT_EQ(subscription->counters().rejected_peers, 1u);
  // The one that fits is not disturbed.
  auto third = open("third");
  const auto fitting = open_subscription(*third);
  EXPECT_TRUE(matched(publisher) && matched(fitting));
  EXPECT_EQ(of_publisher.count(EventKind::incompatible_type), 1u);
}

TEST_P(TransportConformance, OneTypeWithTwoLayoutsDoesNotMatch) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  transport::SubscriptionSpec spec = subscription_spec();
  spec.layout_hash = 99;
  const auto subscription = open_subscription(*there, spec);
  EXPECT_TRUE(wait_until([&] { return log.has(EventKind::incompatible_type, "lay"); }));
  EXPECT_EQ(publisher->match_count(), 0u);
}

struct QosCase {
  QoS offered;
  QoS requested;
  const char* policy;  // nullptr: they match
};

TEST_P(TransportConformance, QosMatchesWhenNoMoreIsRequestedThanOffered) {
  const QosCase cases[] = {
      {QoS(1).best_effort(), QoS(1).best_effort(), nullptr},
      {QoS(1).reliable(), QoS(1).best_effort(), nullptr},
      {QoS(1).reliable(), QoS(1).reliable(), nullptr},
      {QoS(1).best_effort(), QoS(1).reliable(), "RELIABILITY"},
      {QoS(1).transient_local(), QoS(1), nullptr},
      {QoS(1).transient_local(), QoS(1).transient_local(), nullptr},
      {QoS(1), QoS(1).transient_local(), "DURABILITY"},
      {QoS(1), QoS(KeepAll()), nullptr},
      {QoS(KeepAll()), QoS(1), nullptr},
  };
  for (const QosCase& each : cases) {
    EventLog events;
    auto transport = open("test", events.callback());
    const auto publisher = open_publisher(*transport, publisher_spec(each.offered));
    const auto subscription = open_subscription(*transport, subscription_spec(each.requested));
    if (each.policy == nullptr) {
      EXPECT_TRUE(matched(publisher) && matched(subscription)) << (&each - cases);
      continue;
    }
    EXPECT_TRUE(wait_until([&] { return events.has(EventKind::incompatible_qos, each.policy); }));
    // One log for both sides: the publisher's may have come first.
    EXPECT_TRUE(wait_until([&] { return subscription->counters().rejected_peers == 1; }));
    EXPECT_EQ(publisher->match_count(), 0u);
    EXPECT_EQ(subscription->match_count(), 0u);
  }
}

TEST_P(TransportConformance, AClosedSubscriptionIsNoLongerMatched) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher));
  subscription.reset();
  EXPECT_TRUE(matched(publisher, 0));
  ASSERT_TRUE(publish(publisher, 1));
  const auto next = open_subscription(*there);
  EXPECT_TRUE(matched(publisher, 1) && matched(next));
}

TEST_P(TransportConformance, AClosedPublisherIsNoLongerMatchedAndItsLastMessagesAreDelivered) {
  auto here = open("here");
  auto there = open("there");
  auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 3; ++value) ASSERT_TRUE(publish(publisher, value));
  publisher.reset();
  EXPECT_TRUE(matched(subscription, 0));
  EXPECT_THAT(take_all(subscription), ElementsAre(1, 2, 3));
  const auto next = open_publisher(*here);
  ASSERT_TRUE(matched(next) && matched(subscription));
  ASSERT_TRUE(publish(next, 4));
  EXPECT_THAT(take_all(subscription), ElementsAre(4));
}

TEST_P(TransportConformance, AClosedParticipantIsNoLongerMatched) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*here);
  const auto far_publisher = open_publisher(*there);
  const auto far_subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher, 2) && matched(subscription, 2));
  ASSERT_TRUE(matched(far_publisher, 2) && matched(far_subscription, 2));
  there->close();
  EXPECT_TRUE(matched(publisher, 1) && matched(subscription, 1));
  EXPECT_EQ(far_publisher->match_count(), 0u);
  EXPECT_EQ(far_subscription->match_count(), 0u);
  there->close();  // again: nothing
  const auto late = there->open_publisher(publisher_spec());
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().text, HasSubstr("shut down"));
  EXPECT_FALSE(publish(far_publisher, 1));
}

TEST_P(TransportConformance, CountersAreExact) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto subscription = open_subscription(*transport, subscription_spec(4));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 6; ++value) ASSERT_TRUE(publish(publisher, value, 100));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  const PublisherCounters published = publisher->counters();
  EXPECT_EQ(published.published, 6u);
  EXPECT_EQ(published.published_bytes, 600u);
  EXPECT_EQ(published.loans, 6u);
  EXPECT_EQ(published.loans_failed, 0u);
  if (GetParam().shares_memory) {
    EXPECT_EQ(published.pinned_chunks, 1u);
  }
  EXPECT_EQ(published.wakes, 0u);
  if (GetParam().shares_memory) {
    EXPECT_GT(published.committed_bytes, 0u);
  }
  const SubscriptionCounters received = subscription->counters();
  EXPECT_EQ(received.received, 1u);
  EXPECT_EQ(received.skipped, 2u);
  EXPECT_EQ(received.copied, 0u);
}

/// All connections between participants of this process. How many there were.
int cut_connections() {
  int cut = 0;
  for (int fd = 3; fd < 1024; ++fd) {
    int type = 0;
    socklen_t type_bytes = sizeof type;
    sockaddr_un peer{};
    socklen_t peer_bytes = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_bytes) != 0 || type != SOCK_SEQPACKET ||
        getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_bytes) != 0) {
      continue;
    }
    shutdown(fd, SHUT_RDWR);
    ++cut;
  }
  return cut;
}

TEST_P(TransportConformance, EndpointsWhoseConnectionBreaksMeetAgain) {
  if (!GetParam().shares_memory) GTEST_SKIP() << "there is no connection to break";
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  std::atomic<int> meetings{0};
  transport::SubscriptionSpec spec = subscription_spec();
  spec.on_event = [&](const EndpointEvent& event) {
    if (event.kind == EndpointEvent::Kind::matched) ++meetings;
  };
  const auto subscription = open_subscription(*there, spec);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish(publisher, 1));
  auto held = take(subscription);
  ASSERT_TRUE(held);
  if (cut_connections() == 0) GTEST_SKIP() << "they met without one";
  ASSERT_TRUE(wait_until([&] { return meetings == 2; }));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  held.reset();  // its reader goes with it, which ends the broken match and no other one
  const auto later = open_subscription(*there);
  ASSERT_TRUE(matched(later) && matched(publisher, 2)) << "the new match was ended, too";
  for (std::uint64_t value = 2; value <= 10; ++value) {
    ASSERT_TRUE(publish(publisher, value));
    EXPECT_EQ(take_value(subscription), value);
    EXPECT_EQ(take_value(later), value);
  }
}

TEST_P(TransportConformance, AboveItsPinQuotaASubscriptionGetsCopies) {
  if (!GetParam().shares_memory) GTEST_SKIP() << "no reader holds the publisher's memory there";
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  transport::SubscriptionSpec spec = subscription_spec(10);
  spec.pin_quota = 2;
  const auto subscription = open_subscription(*transport, spec);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t value = 1; value <= 5; ++value) ASSERT_TRUE(publish(publisher, value));
  std::vector<Held> held;
  while (auto sample = take(subscription)) held.push_back(*std::move(sample));
  ASSERT_THAT(held, SizeIs(5));
  for (std::size_t i = 0; i < held.size(); ++i) EXPECT_EQ(held[i].value(), i + 1);
  EXPECT_EQ(subscription->counters().copied, 3u);
  EXPECT_EQ(publisher->counters().pinned_chunks, 2u);
  held.clear();
  EXPECT_EQ(publisher->counters().pinned_chunks, 0u);
}

TEST_P(TransportConformance, ALoanThatFailsNamesTheHoldersOfThePool) {
  if (!GetParam().shares_memory) GTEST_SKIP() << "no reader holds the publisher's memory there";
  auto here = open("here");
  auto there = open("hoarder");
  transport::PublisherSpec spec = publisher_spec(4);
  spec.pool_floor_bytes = 0;
  spec.pool_ceiling_bytes = 8 << 20;
  const auto publisher = open_publisher(*here, spec);
  transport::SubscriptionSpec greedy = subscription_spec(4);
  greedy.pin_quota = 100;
  const auto subscription = open_subscription(*there, greedy);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  std::vector<Held> held;
  base::Result<std::uint64_t> published = std::uint64_t{0};
  while ((published = publish(publisher, 1, 1 << 20)) && held.size() < 100) {
    held.push_back(*take(subscription));
  }
  ASSERT_FALSE(published);
  EXPECT_EQ(held.size(), 8u);
  EXPECT_THAT(published.error().text, HasSubstr("hoarder"));
  EXPECT_THAT(published.error().text, HasSubstr("pid"));
  EXPECT_GE(publisher->counters().loans_failed, 1u);
  held.clear();
  EXPECT_TRUE(publish(publisher, 2, 1 << 20));
}

TEST_P(TransportConformance, AMessageThatCanNeverFitIsRefusedWithTheOptionToRaise) {
  auto transport = open();
  transport::PublisherSpec spec = publisher_spec();
  spec.pool_ceiling_bytes = 1 << 20;
  const auto publisher = open_publisher(*transport, spec);
  const auto loan = publisher->loan(2 << 20);
  ASSERT_FALSE(loan);
  EXPECT_THAT(loan.error().text, HasSubstr("pool_ceiling_bytes"));
}

}  // namespace
}  // namespace baton::conformance
