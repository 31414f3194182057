// SPDX-License-Identifier: Apache-2.0
// Without heap memory for a copy nothing is lost, given back twice or kept for ever.
#include <new>
#include <vector>

#include "testing/deadline.hpp"
#include "testing/replaced_heap.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

using testing::fail_allocation;
using testing::wait_until;

/// False: an allocation failed, and nothing was taken.
bool take_into(std::vector<Held>& samples, const Subscription& subscription, int failing) {
  transport::Sample sample;
  samples.reserve(samples.size() + 1);
  fail_allocation(failing);
  bool taken = false;
  try {
    taken = subscription->take(sample);
  } catch (const std::bad_alloc&) {
  }
  fail_allocation(0);
  EXPECT_EQ(taken, sample.data != nullptr);
  if (taken) samples.emplace_back(sample);
  return taken;
}

TEST_P(TransportConformance, ACopyWithoutHeapMemoryIsTakenLaterOrCountedAsLost) {
  if (!GetParam().shares_memory) GTEST_SKIP() << "no reader holds the publisher's memory there";
  bool some_failed = false;
  for (int failing = 1;; ++failing) {
    SCOPED_TRACE(failing);
    auto transport = open();
    const auto publisher = open_publisher(*transport);
    transport::SubscriptionSpec spec = subscription_spec(10);
    spec.pin_quota = 1;
    auto subscription = open_subscription(*transport, spec);
    ASSERT_TRUE(matched(publisher) && matched(subscription));
    for (std::uint64_t value = 1; value <= 3; ++value) ASSERT_TRUE(publish(publisher, value));
    std::vector<Held> samples;
    ASSERT_TRUE(take_into(samples, subscription, 0));
    const bool taken = take_into(samples, subscription, failing);  // over the quota: a copy
    const bool failed = !taken || subscription->counters().lost > 0;
    some_failed |= failed;
    EXPECT_EQ(publisher->counters().pinned_chunks, 1u);
    // A message by pointer is gone from its queue then; one in shared memory is still there.
    while (take_into(samples, subscription, 0)) {
    }
    EXPECT_EQ(samples.front().value(), 1u);
    EXPECT_EQ(samples.back().value(), 3u);
    subscription.reset();
    EXPECT_EQ(samples.front().value(), 1u);
    samples.clear();
    EXPECT_TRUE(matched(publisher, 0));
    EXPECT_TRUE(wait_until([&] { return publisher->counters().pinned_chunks == 0; }));
    if (!failed) break;
  }
  EXPECT_TRUE(some_failed);
}

TEST_P(TransportConformance, ManyLoansAreGivenBackWithoutHeapMemory) {
  constexpr int many = 200;
  constexpr std::size_t large = 64 * 1024;
  auto transport = open();
  const auto publisher = open_publisher(*transport);
  std::vector<std::uint64_t> tokens;
  for (int i = 0; i < many; ++i) tokens.push_back(publisher->loan(large).value().token);
  fail_allocation(1);
  for (const std::uint64_t token : tokens) publisher->discard(token);
  fail_allocation(0);
}

}  // namespace
}  // namespace baton::conformance
