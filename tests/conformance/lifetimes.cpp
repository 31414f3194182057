// SPDX-License-Identifier: Apache-2.0
// What may outlive what, and every order of destruction.
#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "testing/deadline.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using ::testing::ElementsAre;
using testing::wait_until;

/// A message of `size_bytes` filled from its value, so that reuse of its memory shows.
base::Status publish_pattern(const Publisher& publisher, std::uint8_t value,
                             std::size_t size_bytes) {
  auto loan = publisher->loan(size_bytes);
  if (!loan) return std::move(loan).error();
  std::memset(loan->data, value, size_bytes);
  auto published = publisher->publish(loan->token, size_bytes);
  if (!published) return std::move(published).error();
  return {};
}

bool holds_pattern(const Held& held, std::uint8_t value) {
  return std::all_of(held.sample().data, held.sample().data + held.sample().size_bytes,
                     [&](std::byte b) { return b == std::byte{value}; });
}

TEST_P(TransportConformance, AHeldSampleDoesNotChangeWhateverIsPublishedMeanwhile) {
  auto transport = open();
  const auto publisher = open_publisher(*transport, publisher_spec(1));
  const auto subscription = open_subscription(*transport, subscription_spec(2));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish_pattern(publisher, 0xaa, 100'000));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(publish_pattern(publisher, 0x55, 1000));
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(publish_pattern(publisher, 0x55, 100'000));
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
}

TEST_P(TransportConformance, ASampleOutlivesItsSubscription) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here, publisher_spec(1));
  auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish_pattern(publisher, 0xaa, 100'000));
  auto held = take(subscription);
  ASSERT_TRUE(held);
  subscription.reset();
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(publish_pattern(publisher, 0x55, 100'000));
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
  if (GetParam().shares_memory) {
    EXPECT_EQ(publisher->counters().pinned_chunks, 1u);
  }
  held.reset();
  EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
  EXPECT_TRUE(matched(publisher, 0));
}

TEST_P(TransportConformance, ASampleOutlivesItsPublisher) {
  auto here = open("here");
  auto there = open("there");
  auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish_pattern(publisher, 0xaa, 100'000));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  publisher.reset();
  ASSERT_TRUE(matched(subscription, 0));
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
  here.reset();
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
}

TEST_P(TransportConformance, AHeldSampleDoesNotChangeAfterItsPublishersParticipantClosed) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here, publisher_spec(1));
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish_pattern(publisher, 0xaa, 100'000));
  const auto held = take(subscription);
  ASSERT_TRUE(held);
  here->close();
  std::vector<std::uint64_t> loans;
  for (int i = 0; i < 2000; ++i) {
    const auto loan = publisher->loan(100'000);
    if (!loan) break;
    std::memset(loan->data, 0x55, 100'000);
    loans.push_back(loan->token);
  }
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
  for (const std::uint64_t token : loans) publisher->discard(token);
}

TEST_P(TransportConformance, ASampleOutlivesItsParticipantAndStaysPinned) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here, publisher_spec(1));
  auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  ASSERT_TRUE(publish_pattern(publisher, 0xaa, 100'000));
  auto held = take(subscription);
  ASSERT_TRUE(held);
  there->close();
  subscription.reset();
  there.reset();
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(publish_pattern(publisher, 0x55, 100'000));
  EXPECT_TRUE(holds_pattern(*held, 0xaa));
  if (GetParam().shares_memory) {
    EXPECT_EQ(publisher->counters().pinned_chunks, 1u);
  }
  held.reset();
  EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
}

TEST_P(TransportConformance, ALoanMayBePublishedAfterTheSubscriptionsCameAndWent) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  auto loan = publisher->loan(64);
  ASSERT_TRUE(loan);
  auto first = open_subscription(*there);
  ASSERT_TRUE(matched(publisher));
  first.reset();
  ASSERT_TRUE(matched(publisher, 0));
  const auto second = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(second));
  const std::uint64_t value = 9;
  std::memcpy(loan->data, &value, sizeof value);
  ASSERT_TRUE(publisher->publish(loan->token, 64));
  EXPECT_THAT(take_all(second), ElementsAre(9));
}

TEST_P(TransportConformance, ALoanThatIsOpenWhenItsParticipantClosesCanBeGivenBack) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  auto loan = publisher->loan(64);
  ASSERT_TRUE(loan);
  transport->close();
  EXPECT_FALSE(publisher->publish(loan->token, 64));
  publisher->discard(loan->token);
}

TEST_P(TransportConformance, LoansOutliveTheirPublisherAndItsParticipant) {
  auto here = open("here");
  auto there = open("there");
  auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there);
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  const auto first = publisher->loan(100'000);
  const auto second = publisher->loan(100'000);
  ASSERT_TRUE(first && second);
  transport::LoanOwner& owner = publisher->loan_owner();
  publisher.reset();
  EXPECT_TRUE(matched(subscription, 0));
  const auto other = open_publisher(*here);
  EXPECT_NE(&other->loan_owner(), &owner) << "a loan could be published by the wrong publisher";
  std::memset(first->data, 0xaa, 100'000);
  owner.discard(first->token);
  std::memset(second->data, 0x55, 100'000);
  here.reset();
  std::memset(second->data, 0xaa, 100'000);
  owner.discard(second->token);
}

TEST_P(TransportConformance, SamplesAreReleasedInAnyThreadWhileTheirSubscriptionGoes) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  for (int round = 0; round < 50; ++round) {
    auto subscription = open_subscription(*transport);
    ASSERT_TRUE(matched(publisher) && matched(subscription));
    std::vector<Held> samples;
    for (std::uint64_t value = 1; value <= 8; ++value) {
      ASSERT_TRUE(publish(publisher, value));
      ASSERT_TRUE(wait_until([&] {
        auto held = take(subscription);
        if (held) samples.push_back(*std::move(held));
        return samples.size() == value;
      }));
    }
    std::vector<std::jthread> holders;
    for (std::size_t i = 0; i < samples.size(); i += 2) {
      holders.emplace_back([a = std::move(samples[i]), b = std::move(samples[i + 1]), i]() mutable {
        EXPECT_EQ(a.value(), i + 1);
        const Held gone_first = std::move(b);
      });
    }
    subscription.reset();
  }
  EXPECT_TRUE(matched(publisher, 0));
  EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
}

TEST_P(TransportConformance, EverythingMayBeDestroyedInAnyOrder) {
  // 0 the transport, 1 publisher, 2 subscription, 3 held sample, 4 wait set (after 2: it refers to
  // it)
  std::vector<int> order = {0, 1, 2, 3, 4};
  do {
    auto far = open("far");
    const auto far_subscription = open_subscription(*far);
    auto transport = open();
    auto publisher = open_publisher(*transport);
    auto subscription = open_subscription(*transport);
    auto wait_set = *transport->open_wait_set();
    subscription->attach(wait_set);
    ASSERT_TRUE(matched(publisher, 2) && matched(subscription) && matched(far_subscription))
        << "publisher " << publisher->match_count() << ", subscription "
        << subscription->match_count() << ", far " << far_subscription->match_count();
    ASSERT_TRUE(publish(publisher, 1));
    auto held = take(subscription);
    auto far_held = take(far_subscription);
    ASSERT_TRUE(held && far_held);
    for (const int what : order) {
      if (what == 0) transport.reset();
      if (what == 1) publisher.reset();
      if (what == 2) subscription.reset();
      if (what == 3) held.reset();
      if (what == 4) {
        if (subscription) subscription->attach(nullptr);
        wait_set.reset();
      }
      ASSERT_EQ(far_held->value(), 1u);
    }
    ASSERT_TRUE(matched(far_subscription, 0));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_P(TransportConformance, EndpointsComeAndGoWithoutLeavingAnything) {
  auto here = open("here");
  auto there = open("there");
  const auto publisher = open_publisher(*here);
  const auto subscription = open_subscription(*there, subscription_spec(200));
  ASSERT_TRUE(matched(publisher) && matched(subscription));
  for (std::uint64_t round = 1; round <= 200; ++round) {
    ASSERT_TRUE(matched(publisher, 1) && matched(subscription, 1)) << "round " << round;
    const auto other_subscription = open_subscription(*there);
    const auto other_publisher = open_publisher(*here);
    ASSERT_TRUE(matched(publisher, 2) && matched(subscription, 2) && matched(other_subscription, 2))
        << "round " << round;
    ASSERT_TRUE(publish(publisher, round));
    ASSERT_TRUE(take(other_subscription));
  }
  EXPECT_EQ(take_all(subscription), values(1, 200));
  EXPECT_TRUE(matched(publisher, 1) && matched(subscription, 1));
  EXPECT_LE(publisher->counters().chunks, 1100u);  // one batch of small ones
}

TEST_P(TransportConformance, ParticipantsComeAndGoWithoutLeavingAnything) {
  auto here = open("here");
  const auto publisher = open_publisher(*here);
  for (std::uint64_t round = 1; round <= 50; ++round) {
    ASSERT_TRUE(matched(publisher, 0)) << "round " << round;
    auto there = open("there");
    const auto subscription = open_subscription(*there);
    ASSERT_TRUE(matched(publisher) && matched(subscription)) << "round " << round;
    ASSERT_TRUE(publish(publisher, round));
    ASSERT_EQ(take_value(subscription), round);
    if (round % 2) there.reset();
  }
  EXPECT_TRUE(matched(publisher, 0));
  EXPECT_EQ(registered(), GetParam().is_in_registry ? 1u : 0u);
}

TEST_P(TransportConformance, MemoryIsBoundedByDepthPlusWhatIsHeld) {
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  const auto one = open_subscription(*transport);
  const auto two = open_subscription(*transport);
  ASSERT_TRUE(matched(publisher, 2) && matched(one) && matched(two));
  constexpr std::size_t size = 4 << 20;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(publish(publisher, 1, size));
    if (i % 3 == 0) (void)take(one);
    if (i == 50) (void)take_all(two);
  }
  EXPECT_LE(publisher->counters().chunks, 12u);
  EXPECT_LE(publisher->counters().committed_bytes, 12 * size + (1 << 20));
}

}  // namespace
}  // namespace baton::conformance
