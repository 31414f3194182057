// SPDX-License-Identifier: Apache-2.0
// Subscriptions that ask for liveliness are told when a publisher is killed.
#include <gmock/gmock.h>
#include <signal.h>

#include <atomic>
#include <mutex>

#include <baton/type_name.hpp>

#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

using Kind = EndpointEvent::Kind;

class KilledPublisher : public IsolatedTest {
 protected:
  std::unique_ptr<transport::Transport> open() {
    transport::ParticipantOptions options;
    options.name = "survivor";
    options.directory = registry();
    auto opened = transport::open_shm_transport(options);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
    return opened ? std::move(*opened) : nullptr;
  }
  transport::SubscriptionSpec subscription_to(const std::string& topic) {
    const TypeIdentity type = type_identity<SmallMessage>();
    transport::SubscriptionSpec spec;
    spec.topic = topic;
    spec.type_name = type.name;
    spec.type_hash = type.type_hash;
    spec.layout_hash = type.layout_hash;
    spec.type = type.support;
    spec.on_event = [this](const EndpointEvent& event) {
      const std::lock_guard lock(mutex_);
      kinds_.push_back(event.kind);
    };
    return spec;
  }
  std::vector<Kind> kinds() {
    const std::lock_guard lock(mutex_);
    return kinds_;
  }

 private:
  std::mutex mutex_;  // covers what follows
  std::vector<Kind> kinds_;
};

TEST_F(KilledPublisher, IsNotAliveAnyMoreAndItsMatchEnds) {
  auto transport = open();
  const auto subscription = *transport->open_subscription(subscription_to("/up"));
  Peer victim;
  ASSERT_EQ(victim.ask("context"), "ok");
  ASSERT_EQ(victim.ask("publisher p /up"), "ok");
  ASSERT_TRUE(wait_until([&] { return kinds().size() == 2; }));
  EXPECT_THAT(kinds(), ::testing::ElementsAre(Kind::matched, Kind::liveliness_gained));
  victim.process().kill(SIGKILL);
  ASSERT_TRUE(victim.process().wait());
  ASSERT_TRUE(wait_until([&] { return kinds().size() == 4; }));
  EXPECT_THAT(kinds(), ::testing::ElementsAre(Kind::matched, Kind::liveliness_gained,
                                              Kind::unmatched, Kind::liveliness_lost));
  EXPECT_EQ(subscription->match_count(), 0u);
}

TEST_F(KilledPublisher, LeavesTheGraphAndItsWatchersAreCalled) {
  auto transport = open();
  std::atomic<int> calls{0};
  const auto watch = transport->on_graph_change([&calls] { ++calls; });
  const auto subscription = *transport->open_subscription(subscription_to("/up"));
  Peer victim;
  ASSERT_EQ(victim.ask("context"), "ok");
  ASSERT_EQ(victim.ask("publisher p /up"), "ok");
  ASSERT_TRUE(wait_until([&] { return subscription->match_count() == 1; }));
  ASSERT_TRUE(wait_until([&] { return transport->endpoints().value().size() == 2; }));
  const int before = calls;
  victim.process().kill(SIGKILL);
  ASSERT_TRUE(victim.process().wait());
  EXPECT_TRUE(wait_until([&] { return calls > before; }));
  EXPECT_TRUE(wait_until([&] { return transport->endpoints().value().size() == 1; }));
}

}  // namespace
}  // namespace baton::testing
