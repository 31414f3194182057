// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscriber_matches.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "transport/shared_memory/control/local_participant_for_test.hpp"

namespace baton::transport {
namespace {

using Told = EndpointEvent::Kind;

class SubscriberMatchesTest : public ControlTest {
 protected:
  static constexpr MatchKey key{7, 42};

  void SetUp() override {
    ControlTest::SetUp();
    theirs_ = make_publisher(QoS(10).transient_local());  // keeps its publications
    ASSERT_TRUE(theirs_->open_segment());
    subscription_ = make_subscription();
    local_->add(*subscription_, key.subscription);
    matches_ = std::make_unique<SubscriberMatches>(*local_);
  }
  void TearDown() override {
    subscription_->clear();
    matches_.reset();
    subscription_.reset();
    theirs_.reset();
    ControlTest::TearDown();
  }

  std::uint32_t ask() {
    const std::uint32_t record = *local_->rec()->open_record();
    matches_->ask(key, record, {});
    return record;
  }
  void begin() {
    auto memory =
        base::PeerMemory::adopt(base::UniqueFd(fcntl(theirs_->segment_fd(), F_DUPFD_CLOEXEC, 0)),
                                4096, std::size_t{1} << 42);
    const std::uint32_t record = matches_->find(key)->record;
    matches_->begin(key,
                    std::make_shared<ShmReader>(
                        std::move(*memory), local_->rec(), record, subscription_->limits(true),
                        MatchInfo{}, [rec = local_->rec(), record] { rec->close_record(record); }),
                    0);
  }
  void publish(int count) {
    for (; count > 0; --count) {
      const Loan loan = *theirs_->loan(1);
      ASSERT_TRUE(theirs_->publish(loan.token, 1));
    }
  }
  /// The sequence number of the next message; 0: there is none.
  std::uint64_t take() {
    Sample sample;
    if (!subscription_->take(sample)) return 0;
    sample.owner->release(sample.token);
    return sample.info.publication_sequence_number;
  }
  std::size_t told(Told kind) const { return local_->told(key.subscription, kind); }

  std::shared_ptr<ShmPublisher> theirs_;
  std::unique_ptr<ShmSubscription> subscription_;
  std::unique_ptr<SubscriberMatches> matches_;
};

TEST_F(SubscriberMatchesTest, AWithdrawnRequestGivesItsRecordBack) {
  const std::uint32_t record = ask();
  EXPECT_TRUE(matches_->awaits_answer());
  matches_->withdraw(key);
  EXPECT_TRUE(matches_->empty());
  EXPECT_EQ(ask(), record);
  matches_->end_all(true);
}

TEST_F(SubscriberMatchesTest, AMatchIsToldOfAtBothEnds) {
  ask();
  begin();
  EXPECT_FALSE(matches_->awaits_answer());
  EXPECT_EQ(told(Told::matched), 1u);
  EXPECT_EQ(told(Told::liveliness_gained), 1u);
  matches_->end(key);
  EXPECT_EQ(told(Told::unmatched), 1u);
  EXPECT_EQ(told(Told::liveliness_lost), 1u);
  EXPECT_TRUE(matches_->empty());
}

TEST_F(SubscriberMatchesTest, WhatWasOnlyAskedForIsNotReadOnBehindABrokenLink) {
  const std::uint32_t record = ask();
  EXPECT_FALSE(matches_->cut());
  EXPECT_TRUE(matches_->empty());
  EXPECT_EQ(ask(), record) << "its record was given back";
  matches_->end_all(true);
}

TEST_F(SubscriberMatchesTest, ACutMatchIsReadOnAndTakenUp) {
  ask();
  begin();
  EXPECT_TRUE(matches_->cut());
  EXPECT_FALSE(matches_->has(key)) << "it is asked for again";
  EXPECT_EQ(subscription_->match_count(), 1u);
  EXPECT_EQ(told(Told::unmatched), 0u);
  ask();
  begin();
  EXPECT_FALSE(matches_->give_up_cut()) << "all was taken up";
  EXPECT_EQ(subscription_->match_count(), 1u);
  EXPECT_EQ(told(Told::unmatched), 1u);
  EXPECT_EQ(told(Told::matched), 2u);
  matches_->end_all(false);
  EXPECT_EQ(told(Told::unmatched), 2u);
  EXPECT_EQ(subscription_->match_count(), 0u);
}

TEST_F(SubscriberMatchesTest, ATakeFindsACutMatchOrTheOneThatFollowsItButNeverNeither) {
  ask();
  begin();
  publish(3);
  EXPECT_EQ(take(), 1u);
  EXPECT_TRUE(matches_->cut());
  EXPECT_EQ(take(), 2u) << "it is read on";
  std::size_t ends = 0;
  local_->on_tell([&](Told kind) {
    if (kind != Told::unmatched) return;
    ++ends;
    EXPECT_EQ(subscription_->match_count(), 1u);
    EXPECT_EQ(take(), 3u);
  });
  ask();
  begin();
  EXPECT_EQ(ends, 1u);
  publish(1);
  EXPECT_EQ(take(), 4u);
  EXPECT_EQ(subscription_->counters().received, 4u);
  local_->on_tell(nullptr);
  matches_->end_all(true);
}

TEST_F(SubscriberMatchesTest, TheMatchThatFollowsAGivenUpOneBeginsWhereThatStopped) {
  ask();
  begin();
  publish(2);
  EXPECT_EQ(take(), 1u);
  EXPECT_TRUE(matches_->cut());
  EXPECT_TRUE(matches_->give_up_cut());
  EXPECT_EQ(take(), 0u);
  ask();
  begin();
  EXPECT_EQ(take(), 2u);
  matches_->end_all(true);
}

TEST_F(SubscriberMatchesTest, ACutMatchThatIsGivenUpIsToldOfOnceHoweverOftenTheLinkBreaks) {
  ask();
  begin();
  EXPECT_TRUE(matches_->cut());
  EXPECT_TRUE(matches_->give_up_cut());
  EXPECT_EQ(told(Told::unmatched), 1u);
  EXPECT_EQ(subscription_->match_count(), 0u);
  EXPECT_FALSE(matches_->empty()) << "where it stopped is known";
  ask();
  EXPECT_FALSE(matches_->cut()) << "nothing is read on";
  EXPECT_FALSE(matches_->give_up_cut());
  ask();
  begin();
  EXPECT_EQ(told(Told::unmatched), 1u);
  EXPECT_EQ(told(Told::matched), 2u);
  matches_->end_all(true);
}

TEST_F(SubscriberMatchesTest, ACutMatchEndsWithItsPublisher) {
  ask();
  begin();
  EXPECT_TRUE(matches_->cut());
  matches_->end_cut_if([](const MatchKey& each) { return each.publisher == 1; });
  EXPECT_EQ(told(Told::unmatched), 0u);
  matches_->end_cut_if([](const MatchKey& each) { return each.publisher == key.publisher; });
  EXPECT_EQ(told(Told::unmatched), 1u);
  EXPECT_TRUE(matches_->empty());
}

TEST_F(SubscriberMatchesTest, ASubscriptionThatLeavesWithdrawsItsRequest) {
  const std::uint32_t record = ask();
  local_->remove(*subscription_);
  std::size_t byes = 0;
  matches_->on_subscription_removed(key.subscription, [&](const MatchKey&) { ++byes; });
  EXPECT_EQ(byes, 1u);
  EXPECT_TRUE(matches_->empty());
  EXPECT_EQ(*local_->rec()->open_record(), record);
}

TEST_F(SubscriberMatchesTest, ASubscriptionThatLeavesSaysByeWithItsLastSample) {
  const std::uint32_t record = ask();
  begin();
  local_->remove(*subscription_);
  std::size_t byes = 0;
  matches_->on_subscription_removed(key.subscription, [&](const MatchKey&) { ++byes; });
  EXPECT_EQ(byes, 0u);
  EXPECT_TRUE(matches_->has(key));
  EXPECT_FALSE(matches_->on_reader_gone(key, record + 1)) << "that was another match";
  EXPECT_TRUE(matches_->on_reader_gone(key, record));
  EXPECT_FALSE(matches_->on_reader_gone(key, record));
}

}  // namespace
}  // namespace baton::transport
