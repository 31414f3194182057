// SPDX-License-Identifier: Apache-2.0
// The subscriptions' half of the handshake, against a publishing participant that a test plays.
#include "transport/shared_memory/control/subscriber_side.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "transport/shared_memory/control/local_participant_for_test.hpp"

namespace baton::transport {
namespace {

using namespace shm::wire;
using testing::Stranger;
using testing::wait_until;
using Told = EndpointEvent::Kind;

class SubscriberSideTest : public ControlTest {
 protected:
  static constexpr std::uint64_t subscription_id = 7;
  static constexpr std::uint64_t publisher_id = 42;

  void SetUp() override {
    ControlTest::SetUp();
    subscription_ = make_subscription();
    theirs_ = make_publisher();
    theirs_->set_id(publisher_id);
    ASSERT_TRUE(theirs_->open_segment());
    local_->add(*subscription_, subscription_id);
    side_ = std::make_unique<SubscriberSide>(*local_);
    peer_ = std::make_unique<Stranger>(registry(), std::vector{theirs_->endpoint()}, "talker");
  }
  void TearDown() override {
    if (subscription_) leave();
    local_->stop();
    side_.reset();
    subscription_.reset();
    theirs_.reset();
    peer_.reset();
    ControlTest::TearDown();
  }

  void scan() {
    local_->run([&] { side_->scan(); });
  }
  void leave() {
    local_->remove(*subscription_);
    local_->run([&] {
      side_->on_subscription_removed(*subscription_);
      subscription_->clear();
    });
  }
  /// The next request on the link to the peer that the test plays.
  Hello next_hello() {
    auto received = peer_->receive<Hello>();
    EXPECT_TRUE(received);
    return received ? std::get<Hello>(received->message) : Hello{};
  }
  Hello accept_hello() {
    EXPECT_TRUE(peer_->accept());
    return next_hello();
  }
  void welcome() {
    peer_->send(Welcome{publisher_id, subscription_id, 0, false}, {theirs_->segment_fd()}).value();
  }
  void reject(match::Refusal why) {
    peer_->send(Reject{publisher_id, subscription_id, why, "no", {}}).value();
  }
  /// The credentials of this process, in which the test plays the peer, too.
  std::size_t descriptors_of_its_file() const {
    std::size_t count = 0;
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      const auto target = std::filesystem::read_symlink(each.path(), gone);
      count += target.filename() == peer_->id() + ".json" ? 1 : 0;
    }
    return count;
  }
  bool told(Told kind, std::size_t times = 1) {
    return wait_until([&] { return local_->told(subscription_id, kind) == times; });
  }
  bool matched(std::size_t times) { return told(Told::matched, times); }
  bool emitted(EventKind kind, const std::string& text) {
    return wait_until([&] { return local_->emitted(kind, text) == 1; });
  }

  std::unique_ptr<ShmSubscription> subscription_;
  std::shared_ptr<ShmPublisher> theirs_;
  std::unique_ptr<SubscriberSide> side_;
  std::unique_ptr<Stranger> peer_;
};

TEST_F(SubscriberSideTest, AsksThePublisherOnItsTopicAndReadsWhatItIsSent) {
  scan();
  const Hello hello = accept_hello();
  EXPECT_EQ(hello.publisher, publisher_id);
  EXPECT_EQ(hello.subscription.id, subscription_id);
  welcome();
  EXPECT_TRUE(matched(1));
  EXPECT_EQ(subscription_->match_count(), 1u);
  EXPECT_TRUE(told(Told::liveliness_gained));
}

TEST_F(SubscriberSideTest, ASubscriptionThatComesLaterIsAskedForOnTheSameLink) {
  leave();
  scan();
  local_->add(*subscription_, subscription_id);
  local_->run([&] { side_->on_subscription_added(*subscription_); });
  EXPECT_EQ(accept_hello().subscription.id, subscription_id);
  auto second = make_subscription();
  local_->add(*second, 8);
  local_->run([&] { side_->on_subscription_added(*second); });
  EXPECT_EQ(next_hello().subscription.id, 8u);
  local_->remove(*second);
  local_->run([&] { side_->on_subscription_removed(*second); });
  EXPECT_TRUE(peer_->receive<Bye>()) << "the request is withdrawn";
}

TEST_F(SubscriberSideTest, WhatIsRefusedForGoodIsToldAndNotAskedForAgain) {
  scan();
  accept_hello();
  reject(match::Refusal::incompatible_type);
  EXPECT_TRUE(wait_until([&] {
    return local_->told(subscription_id, Told::incompatible_type) == 1 &&
           local_->emitted(EventKind::incompatible_type, "talker") == 1;
  }));
  scan();
  // A later subscription is asked for, and no other request comes between the two.
  auto second = make_subscription();
  local_->add(*second, 8);
  local_->run([&] { side_->on_subscription_added(*second); });
  EXPECT_EQ(next_hello().subscription.id, 8u);
  local_->remove(*second);
  local_->run([&] { side_->on_subscription_removed(*second); });
}

TEST_F(SubscriberSideTest, WhatIsRefusedForNowIsAskedForAgainAndToldOnce) {
  scan();
  const std::uint32_t record = accept_hello().record;
  for (int round = 0; round < 3; ++round) {
    reject(match::Refusal::no_resources);
    EXPECT_EQ(next_hello().record, record) << "the record was given back";
  }
  EXPECT_EQ(local_->emitted(EventKind::resources, "talker"), 1u);
  welcome();
  EXPECT_TRUE(matched(1));
}

TEST_F(SubscriberSideTest, ALinkThatBreaksIsMadeAgainHoweverOften) {
  scan();
  for (int attempt = 0; attempt < ReconnectPace::patient_attempts + 2; ++attempt) {
    accept_hello();
    peer_->hang_up();
  }
  accept_hello();
  welcome();
  EXPECT_TRUE(matched(1)) << "the attempt after the last";
}

TEST_F(SubscriberSideTest, AMatchOnABrokenLinkIsTakenUpByTheNextOne) {
  scan();
  const std::uint32_t record = accept_hello().record;
  welcome();
  ASSERT_TRUE(matched(1));
  peer_->hang_up();
  EXPECT_NE(accept_hello().record, record) << "the first match still has it";
  welcome();
  EXPECT_TRUE(matched(2));
  EXPECT_EQ(local_->told(subscription_id, Told::unmatched), 1u);
  EXPECT_EQ(subscription_->match_count(), 1u);
}

TEST_F(SubscriberSideTest, AMatchThatIsNotTakenUpEndsAfterAMomentAndCanBeMadeLater) {
  scan();
  accept_hello();
  welcome();
  ASSERT_TRUE(matched(1));
  peer_->hang_up();
  EXPECT_TRUE(emitted(EventKind::peer_silent, "has broken"));
  EXPECT_EQ(local_->told(subscription_id, Told::unmatched), 1u);
  EXPECT_EQ(subscription_->match_count(), 0u);
  accept_hello();
  welcome();
  EXPECT_TRUE(matched(2));
  EXPECT_EQ(local_->told(subscription_id, Told::unmatched), 1u);
}

TEST_F(SubscriberSideTest, APeerThatBreaksTheRulesIsDroppedOnceAndNotAskedAgain) {
  scan();
  accept_hello();
  peer_->send(Welcome{publisher_id, subscription_id, 0, false}).value();  // without a segment
  EXPECT_TRUE(peer_->hung_up());
  EXPECT_TRUE(emitted(EventKind::peer_dropped, "talker"));
  local_->run([&] {
    side_->on_violation(peer_->id());  // each match may report the violation
    side_->scan();
  });
  EXPECT_EQ(local_->emitted(EventKind::peer_dropped), 1u);
  EXPECT_FALSE(peer_->is_asked());
}

TEST_F(SubscriberSideTest, APeerThatIsNotAskedAgainCostsNoDescriptorBehindItsLink) {
  scan();
  accept_hello();
  EXPECT_EQ(descriptors_of_its_file(), 2u);  // the peer's own, and this process's
  peer_->become_version(shm::layout_version + 1);
  scan();
  EXPECT_TRUE(emitted(EventKind::incompatible_version, "talker"));
  peer_->hang_up();
  EXPECT_TRUE(wait_until([&] { return descriptors_of_its_file() == 1; }));
}

TEST_F(SubscriberSideTest, APeerThatWasDroppedCostsNoDescriptor) {
  scan();
  accept_hello();
  peer_->send(Welcome{publisher_id, subscription_id, 0, false}).value();  // without a segment
  EXPECT_TRUE(wait_until([&] { return descriptors_of_its_file() == 1; }));
}

TEST_F(SubscriberSideTest, WithoutALogItLooksAtTheHead) {
  const auto hole = *base::OwnMemory::create("hole", sizeof(shm::Log));
  const auto executor = std::make_shared<WaitSet>(*private_sleep_place(), local_->loop());
  subscription_->attach(executor, {});
  scan();
  accept_hello();
  peer_->send(LogOffer{shm::log_entries}, {hole.read_only_fd()}).value();  // no memory is behind it
  peer_->send(Welcome{publisher_id, subscription_id, 0, false, 0}, {theirs_->segment_fd()}).value();
  ASSERT_TRUE(matched(1));
  EXPECT_FALSE(executor->wait(0));
  theirs_->publish(theirs_->loan(8)->token, 8).value();
  EXPECT_TRUE(executor->wait(0));
  subscription_->attach(nullptr, {});
  struct stat status {};
  ASSERT_EQ(::fstat(hole.read_only_fd(), &status), 0);
  EXPECT_EQ(status.st_blocks, 0) << "looking at it has allocated memory";
}

/// Of a peer that sends what is no log. The rest is in tests/hostile.
TEST_F(SubscriberSideTest, ASecondLogEndsTheLink) {
  const auto log = std::make_shared<shm::LogSegment>("second-log", 0);
  const shm::LogPlace place(log);
  scan();
  accept_hello();
  for (int i = 0; i < 2; ++i) {
    peer_->send(LogOffer{shm::log_entries}, {log->read_only_fd()}).value();
  }
  EXPECT_TRUE(peer_->hung_up());
  EXPECT_TRUE(emitted(EventKind::peer_dropped, "it sent a second log"));
  EXPECT_TRUE(wait_until([] {
    std::ifstream maps("/proc/self/maps");
    const std::string text{std::istreambuf_iterator<char>(maps), {}};
    const std::size_t first = text.find("second-log");
    return first != std::string::npos && text.find("second-log", first + 1) == std::string::npos;
  })) << "a peer that was dropped costs nothing: the owner's mapping alone is left";
}

TEST_F(SubscriberSideTest, AWelcomeThatComesTwiceEndsTheMatch) {
  scan();
  accept_hello();
  welcome();
  ASSERT_TRUE(matched(1));
  welcome();
  EXPECT_TRUE(told(Told::unmatched));
  EXPECT_EQ(subscription_->match_count(), 0u);
  EXPECT_EQ(local_->emitted(EventKind::peer_dropped, "twice"), 1u);
}

TEST_F(SubscriberSideTest, AnswersToWhatWasNotAskedChangeNothing) {
  scan();
  accept_hello();
  peer_->send(Welcome{publisher_id, 99, 0, false}, {theirs_->segment_fd()}).value();
  peer_->send(Reject{99, subscription_id, match::Refusal::incompatible_type, "no", {}}).value();
  peer_->send(Bye{99, 99}).value();
  peer_->send(Grew{99, 99, 1 << 20}).value();
  welcome();
  EXPECT_TRUE(matched(1));
  EXPECT_EQ(local_->told(subscription_id, Told::incompatible_type), 0u);
}

TEST_F(SubscriberSideTest, APublisherThatLeavesEndsItsMatch) {
  scan();
  accept_hello();
  welcome();
  ASSERT_TRUE(matched(1));
  peer_->send(Bye{publisher_id, subscription_id}).value();
  EXPECT_TRUE(told(Told::unmatched));
}

TEST_F(SubscriberSideTest, AParticipantThatHasGoneEndsItsMatchesAndIsForgotten) {
  scan();
  accept_hello();
  welcome();
  ASSERT_TRUE(matched(1));
  EXPECT_EQ(local_->run([&] { return side_->others().size(); }), 1u);
  peer_.reset();
  EXPECT_TRUE(told(Told::unmatched));
  EXPECT_EQ(local_->run([&] { return side_->others().size(); }), 0u);
}

TEST_F(SubscriberSideTest, AParticipantOfAnotherVersionIsToldOfOnceAndNotAsked) {
  peer_->become_version(shm::layout_version + 1);
  scan();
  scan();
  peer_->become_version(shm::layout_version + 2);
  scan();
  EXPECT_EQ(local_->emitted(EventKind::incompatible_version, "talker"), 1u);
  EXPECT_FALSE(peer_->is_asked());
  peer_->become_version(shm::layout_version);
  scan();
  EXPECT_EQ(accept_hello().publisher, publisher_id);
}

}  // namespace
}  // namespace baton::transport
