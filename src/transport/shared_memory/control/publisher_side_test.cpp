// SPDX-License-Identifier: Apache-2.0
// The publishers' half of the handshake, against a subscribing participant that a test plays.
#include "transport/shared_memory/control/publisher_side.hpp"

#include <gmock/gmock.h>
#include <sys/eventfd.h>

#include "transport/shared_memory/control/local_participant_for_test.hpp"
#include "transport/shared_memory/control/session_limits.hpp"

namespace baton::transport {
namespace {

using namespace shm::wire;
using ::testing::HasSubstr;
using testing::Stranger;
using testing::wait_until;
using Told = EndpointEvent::Kind;

class PublisherSideTest : public ControlTest {
 protected:
  static constexpr std::uint64_t publisher_id = 7;
  static constexpr std::uint64_t subscription_id = 42;

  void SetUp() override {
    ControlTest::SetUp();
    publisher_ = make_publisher();
    local_->add(*publisher_, publisher_id);
    theirs_ = make_subscription();
    theirs_->set_id(subscription_id);
    side_ = std::make_unique<PublisherSide>(*local_);
    ASSERT_TRUE(side_->start());
    local_->run([&] { side_->listen(local_->registry()).value(); });
    peer_ = std::make_unique<Stranger>(registry());
  }
  void TearDown() override {
    peer_.reset();
    local_->stop();
    side_.reset();
    publisher_.reset();
    theirs_.reset();
    ControlTest::TearDown();
  }

  void connect() {
    ASSERT_TRUE(peer_->connect_to(local_->id()));
    peer_->introduce();
  }
  Hello hello() {
    const std::uint32_t record = *peer_->rec().open_record();
    return {publisher_id, record, theirs_->endpoint(), generation(record)};
  }
  std::uint64_t generation(std::uint32_t record) {
    return peer_->rec().rec().record[record].generation.load(std::memory_order_relaxed);
  }
  /// Asks, and returns the answer.
  std::optional<Welcome> welcome_to(const Hello& request) {
    peer_->send(request).value();
    const auto answer = peer_->receive<Welcome>();
    if (!answer) return std::nullopt;
    return std::get<Welcome>(answer->message);
  }
  std::optional<Reject> rejection_of(const Hello& request) {
    peer_->send(request).value();
    const auto answer = peer_->receive<Reject>();
    if (!answer) return std::nullopt;
    return std::get<Reject>(answer->message);
  }
  bool refused(const std::string& why) {
    return peer_->hung_up() &&
           wait_until([&] { return local_->emitted(EventKind::peer_refused, why) == 1; });
  }
  bool told(Told kind, std::size_t times = 1) {
    return wait_until([&] { return local_->told(publisher_id, kind) == times; });
  }
  bool matches(std::size_t count) {
    return wait_until([&] { return publisher_->match_count() == count; });
  }

  std::shared_ptr<ShmPublisher> publisher_;
  std::unique_ptr<ShmSubscription> theirs_;
  std::unique_ptr<PublisherSide> side_;
  std::unique_ptr<Stranger> peer_;
};

TEST_F(PublisherSideTest, AnswersARequestWithItsSegment) {
  connect();
  peer_->send(hello()).value();
  const auto answer = peer_->receive<Welcome>();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->fds.size(), 1u);
  EXPECT_EQ(std::get<Welcome>(answer->message).subscription, subscription_id);
  EXPECT_TRUE(told(Told::matched));
  EXPECT_EQ(publisher_->match_count(), 1u);
}

TEST_F(PublisherSideTest, SendsItsLogOnceBeforeTheFirstPlaceInIt) {
  const auto log = std::make_shared<shm::LogSegment>("test", 0);
  const shm::LogPlace first(log);
  publisher_->set_log(log);
  connect();
  const Hello request = hello();
  peer_->send(request).value();
  const auto offer = peer_->receive<LogOffer>();
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->fds.size(), 1u);
  const auto answer = peer_->receive<Welcome>();
  ASSERT_TRUE(answer);
  EXPECT_EQ(std::get<Welcome>(answer->message).log_place, 1u);
  peer_->send(Bye{publisher_id, subscription_id}).value();
  EXPECT_TRUE(matches(0));
  peer_->send(request).value();
  for (bool welcomed = false; !welcomed;) {
    const auto next = peer_->receive_any();
    ASSERT_TRUE(next);
    EXPECT_FALSE(std::holds_alternative<LogOffer>(next->message)) << "a second log";
    welcomed = std::holds_alternative<Welcome>(next->message);
  }
}

TEST_F(PublisherSideTest, APublisherWithoutAPlaceNamesNone) {
  connect();
  EXPECT_EQ(welcome_to(hello()).value().log_place, shm::no_log_place);
}

TEST_F(PublisherSideTest, ByeEndsTheMatchAndItsRecordCanBeUsedAgain) {
  connect();
  const Hello first = hello();
  ASSERT_TRUE(welcome_to(first));
  peer_->send(Bye{publisher_id, subscription_id}).value();
  EXPECT_TRUE(matches(0));
  EXPECT_TRUE(welcome_to(first));
  EXPECT_EQ(local_->told(publisher_id, Told::unmatched), 1u);
}

TEST_F(PublisherSideTest, APublisherThatIsNotThereIsRefusedWithoutAWordToTheUser) {
  connect();
  Hello request = hello();
  request.publisher = 99;
  const auto refusal = rejection_of(request);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->refusal, match::Refusal::unknown_publisher);
  EXPECT_EQ(local_->emitted(EventKind::peer_refused), 0u);
}

TEST_F(PublisherSideTest, ASubscriptionThatAsksForMoreIsRefusedWithThePolicy) {
  connect();
  Hello request = hello();
  request.subscription.policies.transient_local = true;
  const auto refusal = rejection_of(request);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->refusal, match::Refusal::incompatible_qos);
  EXPECT_EQ(refusal->policy, "durability");
  EXPECT_EQ(local_->told(publisher_id, Told::incompatible_qos), 1u);
  EXPECT_EQ(local_->emitted(EventKind::incompatible_qos, "stranger"), 1u);
  EXPECT_TRUE(welcome_to(hello())) << "its link is as good as before";
}

TEST_F(PublisherSideTest, AnotherTypeIsRefused) {
  connect();
  Hello request = hello();
  request.subscription.type_hash = 99;
  const auto refusal = rejection_of(request);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->refusal, match::Refusal::incompatible_type);
  EXPECT_EQ(local_->told(publisher_id, Told::incompatible_type), 1u);
}

TEST_F(PublisherSideTest, OfRefusalsForNowAsManyAreRememberedAsAPeerCanHavePairs) {
  connect();
  for (std::size_t i = 0; i < max_matches / shares; ++i) {
    Hello request = hello();
    request.subscription.id += i;
    ASSERT_TRUE(welcome_to(request));
  }
  Hello request = hello();
  const auto refuse = [&](std::uint64_t id) {
    request.subscription.id = id;
    const auto refusal = rejection_of(request);
    return refusal && refusal->refusal == match::Refusal::no_resources;
  };
  constexpr std::uint64_t first = 10'000;
  ASSERT_TRUE(refuse(first));
  ASSERT_TRUE(refuse(first));
  EXPECT_EQ(local_->emitted(EventKind::resources), 1u) << "asked again, it is not told again";
  for (std::uint64_t i = 1; i <= shm::max_records; ++i) ASSERT_TRUE(refuse(first + i));
  const std::size_t told = local_->emitted(EventKind::resources);
  ASSERT_TRUE(refuse(first));
  EXPECT_EQ(local_->emitted(EventKind::resources), told + 1) << "it was forgotten";
}

TEST_F(PublisherSideTest, ARequestBeforeTheIntroductionEndsTheLink) {
  ASSERT_TRUE(peer_->connect_to(local_->id()));
  peer_->send(hello()).value();
  EXPECT_TRUE(refused("did not introduce itself"));
}

TEST_F(PublisherSideTest, ASecondIntroductionEndsTheLink) {
  connect();
  peer_->introduce();
  EXPECT_TRUE(refused("introduced itself twice"));
}

TEST_F(PublisherSideTest, AnIntroductionAsAnotherParticipantEndsTheLink) {
  ASSERT_TRUE(peer_->connect_to(local_->id()));
  peer_->send(Intro{"0123456789abcdef", shm::layout_version}, {peer_->rec().read_only_fd()})
      .value();
  EXPECT_TRUE(peer_->hung_up());
  EXPECT_TRUE(wait_until([&] { return local_->emitted(EventKind::peer_refused) == 1; }));
}

TEST_F(PublisherSideTest, AnotherVersionIsToldToBothSides) {
  ASSERT_TRUE(peer_->connect_to(local_->id()));
  peer_->send(Intro{peer_->id(), shm::layout_version + 1}, {peer_->rec().read_only_fd()}).value();
  const auto refusal = peer_->receive<Reject>();
  ASSERT_TRUE(refusal);
  EXPECT_EQ(std::get<Reject>(refusal->message).refusal, match::Refusal::other_version);
  EXPECT_TRUE(refused("memory layout"));
}

TEST_F(PublisherSideTest, ARecordThatIsInUseOrDoesNotExistEndsTheLink) {
  connect();
  Hello request = hello();
  ASSERT_TRUE(welcome_to(request));
  request.subscription.id = 43;
  peer_->send(request).value();
  EXPECT_TRUE(refused("in use or does not exist"));
}

TEST_F(PublisherSideTest, AWithdrawnRequestIsNotAnswered) {
  connect();
  Hello withdrawn = hello();
  ++withdrawn.generation;  // the subscription has closed its record since then
  peer_->send(withdrawn).value();
  EXPECT_EQ(welcome_to(hello()).value().subscription, subscription_id);
  EXPECT_EQ(publisher_->match_count(), 1u);
}

TEST_F(PublisherSideTest, AMatchOnABrokenLinkIsAnOrphanUntilItsRecordIsClosed) {
  connect();
  const Hello request = hello();
  ASSERT_TRUE(welcome_to(request));
  peer_->hang_up();
  EXPECT_TRUE(matches(0));
  EXPECT_TRUE(told(Told::unmatched));
  connect();
  peer_->send(hello()).value();
  EXPECT_TRUE(peer_->receive<Welcome>()) << "it is matched again, in another record";
  peer_->rec().close_record(request.record);
  peer_->hang_up();
  EXPECT_TRUE(told(Told::unmatched, 2));
}

TEST_F(PublisherSideTest, AProcessThatDiesLeavesNothing) {
  connect();
  ASSERT_TRUE(welcome_to(hello()));
  peer_.reset();
  EXPECT_TRUE(matches(0));
  EXPECT_TRUE(told(Told::unmatched));
}

TEST_F(PublisherSideTest, APublisherThatLeavesSaysBye) {
  connect();
  ASSERT_TRUE(welcome_to(hello()));
  local_->run([&] { side_->on_publisher_removed(*publisher_); });
  const auto bye = peer_->receive<Bye>();
  ASSERT_TRUE(bye);
  EXPECT_EQ(std::get<Bye>(bye->message).publisher, publisher_id);
  EXPECT_EQ(publisher_->match_count(), 0u);
}

TEST_F(PublisherSideTest, ASecondBellForOneExecutorEndsTheLink) {
  connect();
  const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
  peer_->send(BellOffer{0}, {bell.get()}).value();
  peer_->send(BellOffer{0}, {bell.get()}).value();
  EXPECT_TRUE(refused("second bell for executor 0"));
}

TEST_F(PublisherSideTest, ABellWithoutADescriptorIsRungByAMessage) {
  connect();
  peer_->send(BellOffer{3}).value();
  const auto wake = peer_->receive<Wake>();
  ASSERT_TRUE(wake);
  EXPECT_EQ(std::get<Wake>(wake->message).executor, 3u);
}

TEST_F(PublisherSideTest, WhatPublishersSendEndsTheLink) {
  connect();
  peer_->send(Grew{publisher_id, subscription_id, 1}).value();
  EXPECT_TRUE(refused("only publishers send"));
}

TEST(SessionLimits, AProcessOfThisUserIsAPeerAndAnotherUserIsOne) {
  base::PeerCredentials mine{};
  mine.uid = geteuid();
  mine.pid = 100;
  base::PeerCredentials my_other = mine;
  my_other.pid = 101;
  EXPECT_TRUE(is_same_peer(mine, mine));
  EXPECT_FALSE(is_same_peer(mine, my_other));
  base::PeerCredentials theirs = mine;
  theirs.uid = geteuid() + 1;
  base::PeerCredentials their_other = my_other;
  their_other.uid = theirs.uid;
  EXPECT_TRUE(is_same_peer(theirs, their_other));
  EXPECT_FALSE(is_same_peer(mine, theirs));
}

}  // namespace
}  // namespace baton::transport
