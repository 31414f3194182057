// SPDX-License-Identifier: Apache-2.0
// Which memory each reader gets when readers here and elsewhere share a message, and when it ends.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include "note_message.hpp"
#include "testing/deadline.hpp"
#include "transport/combined/combined_transport.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using testing::wait_until;

enum class Kind { object, loan };

class Ownership : public testing::IsolatedTest {
 protected:
  Ownership() {
    objects_made = 0;
    objects_ended = 0;
  }
  ~Ownership() override { EXPECT_EQ(objects_made, objects_ended); }

  std::unique_ptr<transport::Transport> open(const std::string& name = "here") {
    transport::ParticipantOptions options;
    options.name = name;
    options.directory =
        std::string(std::getenv("BATON_REGISTRY_DIR")) + "/d" + std::getenv("ROS_DOMAIN_ID");
    options.on_event = log.callback();
    auto opened = transport::open_combined_transport(options);
    EXPECT_TRUE(opened) << opened.error().text;
    return std::move(*opened);
  }

  template <class M = Note>
  static Publisher publisher_of(transport::Transport& transport, const QoS& qos = 10,
                                EndpointCallback on_event = {}) {
    auto spec = spec_for<M>(publisher_spec(qos));
    spec.in_process = true;
    spec.on_event = std::move(on_event);
    return open_publisher(transport, spec);
  }
  template <class M = Note>
  static Subscription subscription_of(transport::Transport& transport, const QoS& qos = 10,
                                      EndpointCallback on_event = {}) {
    auto spec = spec_for<M>(subscription_spec(qos));
    spec.in_process = true;
    spec.on_event = std::move(on_event);
    return open_subscription(transport, spec);
  }

  /// Where the message lies, nullptr if it could not be published.
  template <class M = Note>
  static void* publish(const Publisher& publisher, Kind kind, std::uint64_t value) {
    if (kind == Kind::object) {
      const transport::OwnedObject object = make_object<M>(value);
      if (publisher->publish_object(object)) return object.message;
      object.type->destroy(object.message);
      return nullptr;
    }
    auto loan = publisher->loan(sizeof(M));
    if (!loan) return nullptr;
    auto* const message = new (loan->data) M;
    message->value = value;
    if constexpr (std::is_same_v<M, Note>) message->text = std::string(100, 'n');
    if (publisher->publish(loan->token, sizeof(M))) return message;
    publisher->discard(loan->token);
    return nullptr;
  }

  EventLog log;
};

template <class M>
std::uint64_t value_of(const transport::Sample& sample) {
  return reinterpret_cast<const M*>(sample.data)->value;
}

/// What a subscription does that wants to change its messages: `given` if it needs no copy.
template <class M>
struct Owner {
  explicit Owner(const Subscription& subscription) {
    if (!subscription->take(sample)) return;
    taken = true;
    data = sample.data;
    value = value_of<M>(sample);
    given = static_cast<M*>(sample.owner->take_over(sample.token));
    if (given == nullptr) sample.owner->release(sample.token);
  }
  /// `on_heap`: it counts as an object.
  void end(bool on_heap) {
    if (given == nullptr) return;
    if (on_heap) ++objects_ended;
    delete std::exchange(given, nullptr);
  }

  transport::Sample sample;
  bool taken = false;
  const std::byte* data = nullptr;
  std::uint64_t value = 0;
  M* given = nullptr;
};

struct OwnershipCase {
  Kind kind;
  int readers;
  int owners;
  bool elsewhere;
};

void PrintTo(const OwnershipCase& each, std::ostream* out) {
  *out << (each.kind == Kind::loan ? "loan" : "object") << ", " << each.readers << " readers, "
       << each.owners << " owners, " << (each.elsewhere ? 1 : 0) << " elsewhere";
}

class OwnershipTable : public Ownership, public ::testing::WithParamInterface<OwnershipCase> {};

TEST_P(OwnershipTable, ReadersShareOneMessageAndOneOwnerGetsItIfNoOtherReadsIt) {
  const OwnershipCase& table = GetParam();
  auto here = open("here");
  auto there = open("there");
  const auto publisher = publisher_of(*here);
  std::vector<Subscription> readers(static_cast<std::size_t>(table.readers));
  std::vector<Subscription> owners(static_cast<std::size_t>(table.owners));
  for (auto& each : readers) each = subscription_of(*here);
  for (auto& each : owners) each = subscription_of(*here);
  Subscription elsewhere;
  if (table.elsewhere) {
    elsewhere = subscription_of(*there);
    ASSERT_TRUE(matched(elsewhere));
  }
  ASSERT_TRUE(matched(publisher, readers.size() + owners.size() + (table.elsewhere ? 1 : 0)));

  for (std::uint64_t round = 1; round <= 20; ++round) {
    const void* const address = publish(publisher, table.kind, round);
    ASSERT_NE(address, nullptr);
    std::vector<Held> held;
    for (const auto& each : readers) {
      auto sample = take(each);
      ASSERT_TRUE(sample);
      EXPECT_EQ(static_cast<const void*>(sample->sample().data), address);
      held.push_back(*std::move(sample));
    }
    const bool may_change = table.readers == 0 && !(table.kind == Kind::loan && table.elsewhere);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      Owner<Note> owner(owners[i]);
      ASSERT_TRUE(owner.taken);
      EXPECT_EQ(static_cast<const void*>(owner.data), address);
      EXPECT_EQ(owner.value, round);
      EXPECT_EQ(owner.given != nullptr, may_change && i + 1 == owners.size());
      if (owner.given == nullptr) continue;
      EXPECT_EQ(static_cast<const void*>(owner.given), address);
      owner.given->text += std::string(5000, 'm');
      EXPECT_EQ(owner.given->text.size(), 5100u);
      owner.end(table.kind == Kind::object);
    }
    if (elsewhere) {
      const auto sample = take(elsewhere);
      ASSERT_TRUE(sample);
      EXPECT_EQ(value_of<Note>(sample->sample()), round);
    }
    for (const Held& each : held) EXPECT_EQ(value_of<Note>(each.sample()), round);
  }

  std::uint64_t copied = 0;
  for (const auto& each : owners) copied += each->counters().copied;
  const std::uint64_t given =
      table.readers == 0 && table.owners > 0 && !(table.kind == Kind::loan && table.elsewhere);
  EXPECT_EQ(copied, 20 * (static_cast<std::uint64_t>(table.owners) - given));
  const PublisherCounters counters = publisher->counters();
  EXPECT_EQ(counters.published, 20u);
  EXPECT_EQ(counters.pinned_chunks, 0u);
  EXPECT_EQ(counters.compacted, 0u);
  if (table.kind == Kind::object && !table.elsewhere) {
    EXPECT_EQ(counters.loans, 0u);
  }
  EXPECT_EQ(objects_made, objects_ended);
}

std::vector<OwnershipCase> all_cases() {
  std::vector<OwnershipCase> cases;
  for (const Kind kind : {Kind::object, Kind::loan}) {
    for (int readers = 0; readers <= 2; ++readers) {
      for (int owners = 0; owners <= 2; ++owners) {
        for (const bool elsewhere : {false, true}) {
          cases.push_back({kind, readers, owners, elsewhere});
        }
      }
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Table, OwnershipTable, ::testing::ValuesIn(all_cases()));

TEST_F(Ownership, AMessageInALoanThatNothingGrowsInCanBeDeletedToo) {
  auto transport = open();
  const auto publisher = publisher_of<Figure>(*transport);
  const auto subscription = subscription_of<Figure>(*transport);
  for (std::uint64_t round = 1; round <= 2000; ++round) {
    const void* const address = publish<Figure>(publisher, Kind::loan, round);
    Owner<Figure> owner(subscription);
    ASSERT_EQ(static_cast<void*>(owner.given), address);
    owner.given->value = 7;
    owner.end(false);
  }
  EXPECT_LE(publisher->counters().chunks, 1024u);  // one batch
}

TEST_F(Ownership, AMessageOfAPlainTypeInALoanIsCopiedBeforeItIsChangedAnObjectIsNot) {
  auto transport = open();
  const auto publisher = publisher_of<PlainFigure>(*transport);
  const auto subscription = subscription_of<PlainFigure>(*transport);
  ASSERT_NE(publish<PlainFigure>(publisher, Kind::loan, 1), nullptr);
  Owner<PlainFigure> copying(subscription);
  ASSERT_TRUE(copying.taken);
  EXPECT_EQ(copying.given, nullptr);
  const void* const address = publish<PlainFigure>(publisher, Kind::object, 2);
  Owner<PlainFigure> owner(subscription);
  EXPECT_EQ(static_cast<void*>(owner.given), address);
  owner.end(true);
}

TEST_F(Ownership, ALoanThatWasTakenOverOutlivesItsPublisherItsSubscriptionAndItsTransport) {
  auto transport = open();
  auto publisher = publisher_of(*transport);
  auto subscription = subscription_of(*transport);
  ASSERT_NE(publish(publisher, Kind::loan, 5), nullptr);
  Owner<Note> owner(subscription);
  ASSERT_NE(owner.given, nullptr);
  publisher.reset();
  EXPECT_TRUE(matched(subscription, 0));
  EXPECT_TRUE(wait_until([&] { return transport->endpoints().value().size() == 1; }))
      << "a publisher that is gone is still seen";
  subscription.reset();
  transport.reset();
  owner.given->text += std::string(100'000, 'm');
  EXPECT_EQ(owner.given->value, 5u);
  owner.end(false);
}

TEST_F(Ownership, WhatIsHeldOrUnreadMayGoInAnyOrderWithPublisherSubscriptionAndTransport) {
  for (const Kind kind : {Kind::object, Kind::loan}) {
    for (const bool elsewhere : {false, true}) {
      std::vector<int> order = {0, 1, 2, 3};
      do {
        auto far = open("far");
        const auto far_subscription = elsewhere ? subscription_of(*far) : nullptr;
        auto transport = open();
        auto publisher = publisher_of(*transport);
        auto subscription = subscription_of(*transport);
        ASSERT_TRUE(matched(publisher, elsewhere ? 2 : 1));
        for (std::uint64_t value = 1; value <= 3; ++value) {
          ASSERT_NE(publish(publisher, kind, value), nullptr);
        }
        auto held = take(subscription);
        ASSERT_TRUE(held);
        for (const int what : order) {
          if (held) {
            EXPECT_EQ(value_of<Note>(held->sample()), 1u);
          }
          if (what == 0) transport.reset();
          if (what == 1) publisher.reset();
          if (what == 2) subscription.reset();
          if (what == 3) held.reset();
        }
        EXPECT_EQ(objects_made, objects_ended);
      } while (std::next_permutation(order.begin(), order.end()));
    }
  }
}

TEST_F(Ownership, UnreadMessagesOfAPublisherThatIsGoneAreDelivered) {
  auto transport = open();
  auto publisher = publisher_of(*transport);
  const auto subscription = subscription_of(*transport);
  ASSERT_NE(publish(publisher, Kind::loan, 1), nullptr);
  ASSERT_NE(publish(publisher, Kind::object, 2), nullptr);
  publisher.reset();
  EXPECT_EQ(subscription->match_count(), 0u);
  for (std::uint64_t value = 1; value <= 2; ++value) {
    const auto held = take(subscription);
    ASSERT_TRUE(held);
    EXPECT_EQ(value_of<Note>(held->sample()), value);
  }
  EXPECT_FALSE(take(subscription));
}

TEST_F(Ownership, APairInOneProcessMeetsOnceAndByPointer) {
  auto transport = open();
  const auto publisher = publisher_of(*transport);
  const auto subscription = subscription_of(*transport);
  auto plain = spec_for<Note>(subscription_spec());
  const auto by_memory = open_subscription(*transport, plain);
  ASSERT_TRUE(matched(publisher, 2) && matched(by_memory));
  ASSERT_EQ(subscription->matches().size(), 1u);
  EXPECT_EQ(subscription->matches()[0].transport, "in_process");
  EXPECT_TRUE(subscription->matches()[0].zero_copy);
  EXPECT_EQ(by_memory->matches()[0].transport, "shared_memory");
  ASSERT_NE(publish(publisher, Kind::loan, 1), nullptr);
  EXPECT_TRUE(take(subscription));
  EXPECT_FALSE(take(subscription));
  EXPECT_TRUE(take(by_memory));
  EXPECT_FALSE(take(by_memory));
}

TEST_F(Ownership, PublishersHereAndElsewhereAreReadInTurn) {
  auto here = open("here");
  auto there = open("there");
  const auto inside = publisher_of(*here);
  const auto outside = publisher_of(*there);
  const auto subscription = subscription_of(*here, 100);
  ASSERT_TRUE(matched(inside) && matched(outside) && matched(subscription, 2));
  for (std::uint64_t i = 0; i < 20; ++i) {
    ASSERT_NE(publish(inside, Kind::object, 1000 + i), nullptr);
    ASSERT_NE(publish(outside, Kind::object, 2000 + i), nullptr);
  }
  int from_inside = 0;
  for (int i = 0; i < 20; ++i) {
    const auto held = take(subscription);
    ASSERT_TRUE(held);
    if (value_of<Note>(held->sample()) < 2000) ++from_inside;
  }
  EXPECT_EQ(from_inside, 10);
}

TEST_F(Ownership, ALateJoinerGetsWhatIsRetainedByPointerAndOnlyACopyToChange) {
  auto here = open("here");
  auto there = open("there");
  const QoS qos = QoS(2).transient_local();
  const auto publisher = publisher_of(*here, qos);
  for (const Kind kind : {Kind::object, Kind::loan}) {
    std::vector<const void*> addresses;
    for (std::uint64_t value = 1; value <= 3; ++value) {
      addresses.push_back(publish(publisher, kind, value));
    }
    const auto late = subscription_of(*here, qos);
    const auto elsewhere = subscription_of(*there, qos);
    ASSERT_TRUE(matched(elsewhere));
    for (std::uint64_t value = 2; value <= 3; ++value) {
      Owner<Note> owner(late);
      ASSERT_TRUE(owner.taken);
      EXPECT_EQ(owner.value, value);
      EXPECT_EQ(static_cast<const void*>(owner.data), addresses[value - 1]);
      EXPECT_EQ(owner.given, nullptr);
      const auto far = take(elsewhere);
      ASSERT_TRUE(far);
      EXPECT_EQ(value_of<Note>(far->sample()), value);
    }
  }
}

TEST_F(Ownership, KeepAllRefusesAnObjectAfterItsTimeAndLeavesItToTheCaller) {
  auto transport = open();
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::milliseconds(20));
  const auto publisher = publisher_of(*transport, qos);
  const auto subscription = subscription_of(*transport, qos);
  std::uint64_t count = 0;
  while (count < 10'000 && publish(publisher, Kind::object, count + 1) != nullptr) ++count;
  ASSERT_LT(count, 10'000u);
  const transport::OwnedObject object = make_object<Note>(0);
  const auto refused = publisher->publish_object(object);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ETIMEDOUT);
  EXPECT_EQ(static_cast<Note*>(object.message)->text.size(), 100u);
  object.type->destroy(object.message);
  for (std::uint64_t value = 1; value <= count; ++value) {
    const auto held = take(subscription);
    ASSERT_TRUE(held);
    ASSERT_EQ(value_of<Note>(held->sample()), value);
  }
  EXPECT_EQ(subscription->counters().lost, 0u);
}

TEST_F(Ownership, UnreadLoansAreGivenUpBeforeALoanFails) {
  auto transport = open();
  auto spec = publisher_spec(100);
  spec.in_process = true;
  spec.pool_floor_bytes = 0;
  spec.pool_ceiling_bytes = 8 << 20;
  const auto publisher = open_publisher(*transport, spec);
  auto wanted = subscription_spec(100);
  wanted.in_process = true;
  const auto subscription = open_subscription(*transport, wanted);
  for (std::uint64_t value = 1; value <= 50; ++value) {
    ASSERT_TRUE(conformance::publish(publisher, value, 1 << 20));
  }
  EXPECT_EQ(publisher->counters().evicted, 42u);
  EXPECT_EQ(take_all(subscription), values(43, 50));
  EXPECT_EQ(subscription->counters().lost, 42u);
}

TEST_F(Ownership, ALoanWaitsOnceForReadersHereAndElsewhereThatKeepAll) {
  constexpr auto most = std::chrono::milliseconds(600);
  auto transport = open();
  auto elsewhere = open("elsewhere");
  auto spec = publisher_spec(QoS(KeepAll()).reliable().max_blocking_time(most));
  spec.in_process = true;
  spec.pool_floor_bytes = 0;
  spec.pool_ceiling_bytes = 8 << 20;
  const auto publisher = open_publisher(*transport, spec);
  auto wanted = subscription_spec(QoS(KeepAll()).reliable());
  wanted.in_process = true;
  const auto here = open_subscription(*transport, wanted);
  const auto there = open_subscription(*elsewhere, wanted);
  ASSERT_TRUE(matched(publisher, 2) && matched(there));
  std::chrono::nanoseconds waited{0};
  for (std::uint64_t value = 1; waited < most; ++value) {
    const auto begin = std::chrono::steady_clock::now();
    const auto loan = publisher->loan(1 << 20);
    waited = std::chrono::steady_clock::now() - begin;
    ASSERT_EQ(static_cast<bool>(loan), waited < most);
    if (!loan) continue;
    ASSERT_TRUE(publisher->publish(loan->token, 1 << 20));
    ASSERT_LT(value, 100u);
  }
  EXPECT_LT(waited, most * 17 / 10);
  EXPECT_EQ(publisher->counters().loans_failed, 1u);
}

TEST_F(Ownership, AMessageOlderThanItsLifespanIsNotDelivered) {
  auto transport = open();
  QoS qos = 10;
  qos.lifespan(std::chrono::milliseconds(30));
  const auto publisher = publisher_of(*transport, qos);
  const auto subscription = subscription_of(*transport);
  ASSERT_NE(publish(publisher, Kind::object, 1), nullptr);
  EXPECT_TRUE(take(subscription));
  ASSERT_NE(publish(publisher, Kind::object, 2), nullptr);
  EXPECT_FALSE(wait_until([] { return false; }, std::chrono::milliseconds(40)));
  EXPECT_FALSE(take(subscription));
  EXPECT_FALSE(subscription->is_ready());
  EXPECT_EQ(subscription->counters().skipped, 1u);
}

/// Events of one endpoint, for waiting.
struct EndpointLog {
  EndpointCallback callback() {
    return [this](const EndpointEvent& event) {
      const std::lock_guard lock(mutex);
      events.push_back(event);
    };
  }
  std::vector<EndpointEvent> of(EndpointEvent::Kind kind) {
    const std::lock_guard lock(mutex);
    std::vector<EndpointEvent> found;
    for (const auto& event : events) {
      if (event.kind == kind) found.push_back(event);
    }
    return found;
  }
  bool has(EndpointEvent::Kind kind, std::size_t count = 1) {
    return wait_until([&] { return of(kind).size() == count; });
  }
  std::mutex mutex;
  std::vector<EndpointEvent> events;
};

using Happening = EndpointEvent::Kind;

TEST_F(Ownership, BothSidesAreToldOfTheBeginAndTheEndOfAMatch) {
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  EndpointLog of_second;
  auto transport = open();
  auto publisher = publisher_of(*transport, 10, of_publisher.callback());
  auto subscription = subscription_of(*transport, 10, of_subscription.callback());
  EXPECT_TRUE(of_publisher.has(Happening::matched) && of_subscription.has(Happening::matched));
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_gained));
  subscription.reset();
  EXPECT_TRUE(of_publisher.has(Happening::unmatched));
  subscription = subscription_of(*transport, 10, of_second.callback());
  EXPECT_TRUE(of_second.has(Happening::matched));
  publisher.reset();
  EXPECT_TRUE(of_second.has(Happening::unmatched));
  EXPECT_TRUE(of_second.has(Happening::liveliness_lost));
}

TEST_F(Ownership, ARefusalIsToldToBothSidesAndToTheUserOnce) {
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  auto transport = open();
  const auto publisher = publisher_of(*transport, QoS(1).best_effort(), of_publisher.callback());
  const auto subscription = subscription_of(*transport, QoS(1), of_subscription.callback());
  for (EndpointLog* side : {&of_publisher, &of_subscription}) {
    ASSERT_TRUE(side->has(Happening::incompatible_qos));
    EXPECT_EQ(side->of(Happening::incompatible_qos)[0].policy, "reliability");
  }
  EXPECT_TRUE(wait_until([&] { return log.has(EventKind::incompatible_qos, "RELIABILITY"); }));
  EXPECT_EQ(log.count(EventKind::incompatible_qos), 1u);
  EXPECT_EQ(publisher->counters().rejected_peers, 1u);
  EXPECT_EQ(subscription->counters().rejected_peers, 1u);
}

TEST_F(Ownership, WhatWasPassedOverIsToldByTheNextTake) {
  EndpointLog of_subscription;
  auto transport = open();
  const auto publisher = publisher_of(*transport);
  const auto subscription = subscription_of(*transport, 2, of_subscription.callback());
  for (std::uint64_t value = 1; value <= 5; ++value) publish(publisher, Kind::object, value);
  EXPECT_TRUE(take(subscription));
  ASSERT_TRUE(of_subscription.has(Happening::message_lost));
  EXPECT_EQ(of_subscription.of(Happening::message_lost)[0].count, 3u);
}

TEST_F(Ownership, APublisherThatDoesNotAssertItsLivelinessIsLostUntilItPublishesAgain) {
  EndpointLog of_publisher;
  EndpointLog of_subscription;
  auto transport = open();
  QoS qos = 10;
  qos.liveliness(LivelinessPolicy::ManualByTopic);
  qos.liveliness_lease_duration(std::chrono::milliseconds(50));
  const auto publisher = publisher_of(*transport, qos, of_publisher.callback());
  const auto subscription = subscription_of(*transport, qos, of_subscription.callback());
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_gained));
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_lost));
  EXPECT_TRUE(of_publisher.has(Happening::liveliness_lost));
  publisher->assert_liveliness();
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_gained, 2));
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_lost, 2));
  publish(publisher, Kind::object, 1);
  EXPECT_TRUE(of_subscription.has(Happening::liveliness_gained, 3));
}

TEST_F(Ownership, OwnersReadersAndEndpointsMayComeAndGoInSeveralThreads) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = publisher_of(*here, 3);
  const auto owner = subscription_of(*here, 3);
  const auto reader = subscription_of(*here, 3);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> published{0};
  std::atomic<std::uint64_t> taken{0};
  std::vector<std::thread> threads;
  for (const Kind kind : {Kind::object, Kind::loan}) {
    threads.emplace_back([&, kind] {
      while (!stop) {
        if (publish(publisher, kind, 1) != nullptr) ++published;
      }
    });
  }
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        Owner<Note> mine(owner);
        if (!mine.taken) continue;
        ++taken;
        if (mine.given == nullptr) continue;
        mine.given->text = "mine";
        mine.end(msg::home_of(mine.given) == msg::Home::heap);
      }
    });
  }
  threads.emplace_back([&] {
    while (!stop) {
      if (const auto held = take(reader)) taken += value_of<Note>(held->sample());
    }
  });
  for (int round = 0; round < 20; ++round) {
    const auto other = subscription_of(round % 2 ? *here : *there, 3);
    ASSERT_TRUE(wait_until([&] { return take(other).has_value(); }));
  }
  EXPECT_TRUE(wait_until([&] { return published > 1000 && taken > 500; }));
  stop = true;
  for (auto& thread : threads) thread.join();
  // Chunks that no reader needs are all there again.
  while (take(owner) || take(reader)) {
  }
  EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
}

}  // namespace
}  // namespace baton::conformance
