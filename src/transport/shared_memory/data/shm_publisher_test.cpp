// SPDX-License-Identifier: Apache-2.0
// Heap memory of loans counts against the ceiling of the publisher's pool, and what a loan is
// expected to need costs no message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <baton/msg/operations.hpp>
#include <baton/msg/reflection.hpp>

#include "msg/raw_container.hpp"
#include "msg/testing/described.hpp"
#include "testing/isolation.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::transport {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class LoanBudget : public testing::IsolatedTest {
 protected:
  static constexpr std::size_t ceiling_bytes = 8 << 20;
  static constexpr std::uint32_t text_bytes = 1 << 20;

  void SetUp() override {
    std::string error;
    type_ = msg::ReflectedType::parse(
        msg::testing::described({"test/msg/Text", {{"text", 17}}}, {}), error);
    ASSERT_NE(type_, nullptr) << error;
    ParticipantOptions options;
    options.name = "test";
    options.directory = registry();
    transport_ = std::move(*open_shm_transport(options));
    open_publisher({ceiling_bytes, ceiling_bytes});
  }
  void TearDown() override {
    publisher_.reset();
    transport_.reset();
    IsolatedTest::TearDown();
  }

  template <class Spec>
  Spec spec_of(const QoS& qos) {
    Spec spec;
    spec.topic = "/t";
    spec.type = &type_->type();
    spec.type_name = spec.type->type_name;
    spec.layout_hash = spec.type->layout_hash;
    spec.qos = qos;
    return spec;
  }
  struct Pool {
    std::size_t floor_bytes;
    std::size_t ceiling_bytes;
  };
  void open_publisher(const Pool& pool, const QoS& qos = 10) {
    auto spec = spec_of<PublisherSpec>(qos);
    spec.pool_floor_bytes = pool.floor_bytes;
    spec.pool_ceiling_bytes = pool.ceiling_bytes;
    publisher_ = std::move(*transport_->open_publisher(spec));
  }
  /// Matched with the publisher.
  std::shared_ptr<SubscriptionPort> open_subscription(const QoS& qos) {
    std::shared_ptr<SubscriptionPort> made =
        std::move(*transport_->open_subscription(spec_of<SubscriptionSpec>(qos)));
    EXPECT_EQ(publisher_->match_count(), 1u);
    return made;
  }

  base::Result<Loan> loan_with_text(std::uint32_t bytes) {
    auto loan = publisher_->loan(0);
    if (!loan) return loan;
    msg::construct(type_->type(), loan->data, msg::MessageInitialization::zero);
    char* const text =
        msg::raw::resize_string<char>(*reinterpret_cast<msg::ContainerHeader*>(loan->data), bytes);
    std::memset(text, 'x', bytes);
    return loan;
  }
  void publish(std::uint32_t bytes) {
    const auto loan = loan_with_text(bytes);
    ASSERT_TRUE(loan) << loan.error().text;
    const auto published = publisher_->publish(loan->token, 0);
    ASSERT_TRUE(published) << published.error().text;
  }
  /// A loan with a text that does not fit its chunk.
  base::Result<Loan> spilled() { return loan_with_text(text_bytes); }
  /// Takes loans until there is no other.
  std::vector<Loan> keep_all(std::string& refusal) {
    std::vector<Loan> kept;
    while (refusal.empty() && kept.size() < 100) {
      if (const auto loan = spilled()) {
        kept.push_back(*loan);
      } else {
        refusal = loan.error().text;
      }
    }
    return kept;
  }
  void expect_a_loan() {
    const auto loan = spilled();
    ASSERT_TRUE(loan) << loan.error().text;
    publisher_->loan_owner().discard(loan->token);
  }

  std::shared_ptr<const msg::ReflectedType> type_;
  std::unique_ptr<Transport> transport_;
  std::shared_ptr<PublisherPort> publisher_;
};

TEST_F(LoanBudget, LoansThatAreKeptEndAtTheCeiling) {
  std::string refusal;
  const std::vector<Loan> kept = keep_all(refusal);
  EXPECT_EQ(kept.size(), 8u);
  EXPECT_THAT(refusal, AllOf(HasSubstr("topic '/t': no memory for another loan"),
                             HasSubstr("(8388616 bytes) are more than 8388608 bytes together"),
                             HasSubstr("pool_ceiling_bytes")));
  EXPECT_EQ(publisher_->counters().loans_failed, 1u);
  // The loans can be published all the same, and then there is room again.
  for (const Loan& loan : kept) {
    const auto published = publisher_->publish(loan.token, 0);
    EXPECT_TRUE(published) << published.error().text;
  }
  EXPECT_EQ(publisher_->counters().compacted, kept.size());
  expect_a_loan();
}

TEST_F(LoanBudget, ALargeMessageCostsNoneOfTheSmallOnesThatFollow) {
  const auto subscription = open_subscription(50);
  publish(text_bytes);  // the next are expected to need as much, and the pool has room for a few
  for (int i = 1; i < 50; ++i) publish(10);
  std::size_t taken = 0;
  for (Sample sample; subscription->take(sample); sample = {}) {
    ++taken;
    sample.owner->release(sample.token);
  }
  EXPECT_EQ(taken, 50u);
  EXPECT_EQ(publisher_->counters().evicted, 0u);
}

/// Its subscription has stopped and wants more messages than the pool has room for.
TEST_F(LoanBudget, AFullPoolStaysWithinItsCap) {
  constexpr std::size_t floor_bytes = 1 << 20;
  constexpr std::uint32_t bytes = 20'000;
  open_publisher({floor_bytes, 64 * floor_bytes});
  const auto subscription = open_subscription(1000);
  for (int i = 0; i < 300; ++i) publish(bytes);
  EXPECT_GT(publisher_->counters().evicted, 200u);
  // With the ring, and with the whole pages of the last chunks.
  EXPECT_LT(publisher_->counters().committed_bytes, floor_bytes + floor_bytes / 4);
}

TEST_F(LoanBudget, TwoLoansAtOnceGetTheRoomOfUnreadMessagesInAFullPool) {
  const auto subscription = open_subscription(50);
  for (int i = 0; i < 10; ++i) publish(text_bytes);
  const auto one = spilled();
  ASSERT_TRUE(one) << one.error().text;
  const auto other = spilled();
  ASSERT_TRUE(other) << other.error().text;
  for (const std::uint64_t token : {one->token, other->token}) {
    const auto published = publisher_->publish(token, 0);
    EXPECT_TRUE(published) << published.error().text;
  }
}

TEST_F(LoanBudget, ALoanThatNeverFitsWaitsForNoSubscription) {
  QoS qos = QoS(KeepAll()).reliable();
  qos.max_blocking_time(std::chrono::milliseconds(20));
  open_publisher({ceiling_bytes, ceiling_bytes}, qos);
  const auto subscription = open_subscription(qos);
  publish(10);
  const auto loan = publisher_->loan(2 * ceiling_bytes);
  ASSERT_FALSE(loan);
  EXPECT_EQ(loan.error().code, EMSGSIZE);
  EXPECT_THAT(loan.error().text, HasSubstr("raise PublisherOptions::pool_ceiling_bytes"));
}

TEST_F(LoanBudget, WhatIsGivenBackIsThereForTheNext) {
  std::string refusal;
  for (const Loan& loan : keep_all(refusal)) publisher_->loan_owner().discard(loan.token);
  EXPECT_FALSE(refusal.empty());
  for (int i = 0; i < 50; ++i) expect_a_loan();
}

}  // namespace
}  // namespace baton::transport
