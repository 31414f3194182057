// SPDX-License-Identifier: Apache-2.0
// Stopped processes: no other process waits for them, and none takes them for dead.
#include <gmock/gmock.h>
#include <signal.h>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

class Stopped : public IsolatedTest {
 protected:
  static void stop(Peer& peer) {
    peer.process().kill(SIGSTOP);
    ASSERT_TRUE(wait_until([&] { return process_state(peer.pid()) == 'T'; }));
  }
};

TEST_F(Stopped, ASubscriberKeepsWhatItHoldsAndGoesOnLater) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto other = create_subscription<SmallMessage>(context, "/t", 10);
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 2; }));
  SmallMessage message;
  message.fill(1, 1);
  publisher->publish(message);
  ASSERT_EQ(peer.ask("hold s"), "message 1");
  stop(peer);
  for (std::uint64_t sequence = 2; sequence <= 10'000; ++sequence) {
    message.fill(1, sequence);
    publisher->publish(message);  // does not block
    if (sequence % 5 == 0) (void)other->take();
  }
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 1u);
  EXPECT_EQ(publisher->get_subscription_count(), 2u);
  peer.process().kill(SIGCONT);
  EXPECT_EQ(peer.ask("take s"), "message 9991");
  EXPECT_EQ(peer.figure("counters s", "received") + peer.figure("counters s", "skipped") +
                peer.figure("counters s", "lost"),
            9991u);
  EXPECT_EQ(peer.ask("release"), "ok");
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Stopped, AKeepAllSubscriberIsNamedAndDoesNotBlockForLongerThanAllowed) {
  Context context{ContextOptions{}};
  const QoS qos = QoS(KeepAll()).max_blocking_time(std::chrono::milliseconds(30));
  const auto publisher = create_publisher<SmallMessage>(context, "/t", qos);
  Peer peer;
  ASSERT_EQ(peer.ask("context name=sleeper"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t keep_all"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  stop(peer);
  std::string refusal;
  SmallMessage message;
  for (std::uint64_t sequence = 1; sequence < 10'000 && refusal.empty(); ++sequence) {
    message.fill(1, sequence);
    try {
      publisher->publish(message);
    } catch (const exceptions::Error& error) {
      refusal = error.what();
    }
  }
  EXPECT_THAT(refusal, HasSubstr("sleeper"));
  peer.process().kill(SIGCONT);
  EXPECT_EQ(peer.ask("take s"), "message 1");
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Stopped, APublisherThatDoesNotAnswerIsReportedAndMatchesWhenItGoesOn) {
  Peer peer;
  ASSERT_EQ(peer.ask("context name=sleeper"), "ok");
  ASSERT_EQ(peer.ask("publisher p /t"), "ok");
  {
    Context looking{ContextOptions{}};  // the peer tells of it a little later
    const Graph graph(looking);
    ASSERT_TRUE(wait_until([&] { return graph.get_endpoints().size() == 1; }));
  }
  stop(peer);
  std::string told;
  std::mutex mutex;
  ContextOptions options;
  options.on_event = [&](const ContextEvent& event) {
    const std::lock_guard lock(mutex);
    if (event.kind == EventKind::peer_silent) told = event.text;
  };
  Context context(options);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return told.find("sleeper") != std::string::npos;
  }));
  EXPECT_EQ(subscription->get_publisher_count(), 0u);
  peer.process().kill(SIGCONT);
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Stopped, AStoppedProcessIsNotRemovedFromTheRegistry) {
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  stop(peer);
  const Context newcomer{ContextOptions{}};
  const Context another{ContextOptions{}};
  EXPECT_EQ(registered(), 3u);
  peer.process().kill(SIGCONT);
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(Stopped, AStoppedProcessThatIsKilledLeavesNothing) {
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  publisher->publish(SmallMessage{});
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  stop(peer);
  peer.process().kill(SIGKILL);
  ASSERT_TRUE(peer.process().wait());
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
  EXPECT_TRUE(wait_until([&] { return registered() == 1; }));
}

}  // namespace
}  // namespace baton::testing
