// SPDX-License-Identifier: Apache-2.0
// A second user on the same machine: seen only through BATON_GROUP, served by copies, never trusted
// with pins. Root plays both.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <set>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/foreign_user.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

class TwoUsers : public IsolatedTest {
 protected:
  void SetUp() override {
    if (!can_switch_user()) GTEST_SKIP() << "only root can be two users";
  }
  std::string group_registry() const {
    return fmt::format("/dev/shm/baton-g{}/d{}", nobody_group(), domain_id());
  }
  void TearDown() override {
    EXPECT_TRUE(wait_until([&] { return !std::filesystem::exists(group_registry()); }));
    IsolatedTest::TearDown();
  }
};

class TwoUsersOfAGroup : public TwoUsers {
  const ScopedVariable group_{"BATON_GROUP", nobody_group()};
};

TEST_F(TwoUsers, WithoutAGroupTheyDoNotSeeEachOther) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto own = create_subscription<SmallMessage>(context, "/t", 10);
  Peer peer(as_nobody(scratch()));
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t"), "ok");
  ASSERT_EQ(peer.ask("publisher p /t"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");  // its own
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  EXPECT_EQ(own->get_publisher_count(), 1u);
  EXPECT_EQ(peer.quit().status, 0);
}

/// Where participants meet if nothing else is said.
class TwoUsersInTheDefaultPlace : public TwoUsers {
 protected:
  void SetUp() override {
    TwoUsers::SetUp();
    if (IsSkipped()) return;
    nobody_ = as_nobody(scratch());
    nobody_.environment["BATON_REGISTRY_DIR"] = std::nullopt;
  }
  /// What a new participant of this user is told of others.
  static std::vector<std::string> told_to_a_newcomer() {
    std::mutex mutex;
    std::vector<std::string> told;
    ContextOptions options;
    options.on_event = [&](const ContextEvent& event) {
      const std::lock_guard lock(mutex);
      if (event.kind == EventKind::unreachable_users) told.push_back(event.text);
    };
    const Context context(options);
    const std::lock_guard lock(mutex);
    return told;
  }

  ChildOptions nobody_;

 private:
  const ScopedVariable standard_{"BATON_REGISTRY_DIR", std::nullopt};
};

TEST_F(TwoUsersInTheDefaultPlace, OneLineSaysThatOthersCannotBeReached) {
  Peer peer(nobody_);
  ASSERT_EQ(peer.ask("context"), "ok");
  const std::vector<std::string> told = told_to_a_newcomer();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_THAT(told[0], HasSubstr("uid 65534"));
  EXPECT_THAT(told[0], HasSubstr("BATON_GROUP"));
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersInTheDefaultPlace, NothingIsSaidOfThoseInOtherDomains) {
  nobody_.environment["ROS_DOMAIN_ID"] = std::to_string((domain_id() + 1) % 233);
  Peer peer(nobody_);
  ASSERT_EQ(peer.ask("context"), "ok");
  EXPECT_THAT(told_to_a_newcomer(), ::testing::IsEmpty());
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersInTheDefaultPlace, NothingIsSaidOfTheDead) {
  Peer peer(nobody_);
  ASSERT_EQ(peer.ask("context"), "ok");
  peer.process().kill(SIGKILL);
  ASSERT_TRUE(peer.process().wait());
  EXPECT_THAT(told_to_a_newcomer(), ::testing::IsEmpty());
  Peer heir(nobody_);  // leaves nothing
  ASSERT_EQ(heir.ask("context"), "ok");
  EXPECT_EQ(heir.quit().status, 0);
}

TEST_F(TwoUsersOfAGroup, AMatchIsServedByCopiesAndSaysWhy) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  Peer peer(as_nobody(scratch()));
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  const MatchInfo match = publisher->get_matches()[0];
  EXPECT_FALSE(match.zero_copy);
  EXPECT_THAT(match.reason, HasSubstr("another user"));
  SmallMessage message;
  for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) {
    message.fill(1, sequence);
    publisher->publish(message);
    EXPECT_EQ(peer.ask("hold s"), fmt::format("message {}", sequence));
  }
  EXPECT_EQ(peer.figure("counters s", "copied"), 5u);
  // What it holds is its own.
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
  EXPECT_EQ(peer.quit().status, 0);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
}

TEST_F(TwoUsersOfAGroup, BothDirectionsAreWokenFromTheirSleep) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/down", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/up", 10);
  WaitSet wait_set(context);
  wait_set.add_subscription(subscription);
  Peer peer(as_nobody(scratch()));
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /down"), "ok");
  ASSERT_EQ(peer.ask("publisher p /up"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_EQ(peer.ask("matched p 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  SmallMessage message;
  for (std::uint64_t sequence = 1; sequence <= 100; ++sequence) {
    ASSERT_TRUE(peer.tell("await s"));
    (void)wait_until([&] { return process_state(peer.pid()) == 'S'; },
                     std::chrono::milliseconds(5));
    message.fill(1, sequence);
    publisher->publish(message);
    ASSERT_EQ(peer.answer(), fmt::format("message {}", sequence)) << "a lost wake-up";
    ASSERT_TRUE(peer.tell("publish p 1"));
    ASSERT_EQ(wait_set.wait(default_deadline), WaitResultKind::Ready) << "a lost wake-up";
    const auto sample = subscription->take();
    ASSERT_TRUE(sample);
    EXPECT_TRUE((*sample)->is_whole());
    ASSERT_EQ(peer.answer(), fmt::format("published {}", sequence));
  }
  EXPECT_EQ(subscription->get_counters().copied, 100u);
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersOfAGroup, CopiesAreWholeWhileThePublisherReusesItsMemory) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 1);
  Peer peer(as_nobody(scratch()));
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t depth=1"), "ok");
  ASSERT_EQ(peer.ask("drain s"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  SmallMessage message;
  for (std::uint64_t sequence = 1; sequence <= 200'000; ++sequence) {
    message.fill(1, sequence);
    publisher->publish(message);
  }
  EXPECT_TRUE(wait_until([&] {
    return peer.figure("counters s", "received") + peer.figure("counters s", "skipped") +
               peer.figure("counters s", "lost") ==
           200'000;
  })) << peer.ask("counters s");
  EXPECT_EQ(peer.figure("report s", "corrupt"), 0u);
  EXPECT_EQ(peer.figure("report s", "disordered"), 0u);
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersOfAGroup, AForeignKeepAllSubscriptionCannotHoldThePublisherBack) {
  Context context{ContextOptions{}};
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::hours(1));
  const auto publisher = create_publisher<SmallMessage>(context, "/t", qos);
  Peer peer(as_nobody(scratch()));
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t keep_all"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  for (int i = 0; i < 10'000; ++i) publisher->publish(SmallMessage{});
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersOfAGroup, AUserOutsideTheGroupIsTold) {
  ChildOptions options = as_nobody(scratch());
  options.environment["BATON_GROUP"] = "0";
  Peer peer(options);
  EXPECT_THAT(peer.ask("context"), HasSubstr("not in group"));
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(TwoUsersOfAGroup, AForeignProcessThatIsKilledLeavesNothing) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  {
    Peer peer(as_nobody(scratch()));
    ASSERT_EQ(peer.ask("context"), "ok");
    ASSERT_EQ(peer.ask("subscription s /t"), "ok");
    ASSERT_EQ(peer.ask("matched s 1"), "ok");
    ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
    peer.process().kill(SIGKILL);
    ASSERT_TRUE(peer.process().wait());
  }
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
  // Its private registry is swept by the next participant of its user, the common one by any
  // member.
  const Context newcomer{ContextOptions{}};
  EXPECT_TRUE(wait_until([&] { return files_below(group_registry()).size() == 4; }));
}

}  // namespace
}  // namespace baton::testing
