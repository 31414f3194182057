// SPDX-License-Identifier: Apache-2.0
// Links that break between processes that live, by an accident or for want of descriptors: what is
// held stays the same message, matches are made again however often, and what was missed is
// counted.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/links.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

class BrokenLinks : public IsolatedTest {
 protected:
  void TearDown() override {
    publisher_.reset();
    context_.reset();
    IsolatedTest::TearDown();
  }

  /// 64 chunks at most: what is not kept is used again at once.
  void open_publisher(const QoS& qos = 10) {
    context_ = std::make_unique<Context>(ContextOptions{{}, "", "", [](const ContextEvent&) {}});
    PublisherOptions options;
    options.pool_ceiling_bytes = options.pool_floor_bytes = 64 * sizeof(SmallMessage);
    publisher_ = create_publisher<SmallMessage>(*context_, "/t", qos, options);
  }
  /// Until every chunk that is not kept has been used again.
  void publish(std::uint64_t count) {
    for (; count > 0; --count) {
      auto loan = publisher_->borrow_loaned_message();
      loan->fill(1, ++published_);
      publisher_->publish(std::move(loan));
    }
  }
  void hold(Peer& peer, int count) {
    for (int i = 0; i < count; ++i) {
      publish(1);
      ASSERT_EQ(peer.ask("hold s"), fmt::format("message {}", published_));
    }
  }
  void drain(Peer& peer) {
    while (peer.ask("take s").starts_with("message")) continue;
  }
  bool matched_again() {
    return wait_until([&] { return publisher_->get_subscription_count() == 1; });
  }
  /// The link that there is, or comes.
  bool cuts(Peer& peer) {
    return wait_until([&] { return peer.ask("cut") != "0"; });
  }
  std::uint64_t accounted(Peer& peer) {
    return peer.figure("counters s", "received") + peer.figure("counters s", "lost") +
           peer.figure("counters s", "skipped");
  }

  std::unique_ptr<Context> context_;
  Publisher<SmallMessage>::SharedPtr publisher_;
  std::uint64_t published_ = 0;
};

TEST_F(BrokenLinks, WhatIsHeldStaysTheSameMessageHoweverOftenTheLinkBreaks) {
  open_publisher();
  Peer peer;
  ASSERT_EQ(peer.ask("context name=holder"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t quota=100"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(matched_again());
  for (int broken = 1; broken <= 6; ++broken) {
    hold(peer, 3);
    // From either side.
    if (broken % 2 == 0) {
      ASSERT_TRUE(wait_until([] { return cut_links() != 0; }));
    } else {
      ASSERT_TRUE(cuts(peer));
    }
    // Both notice it a moment later, and meet again some 10 ms after that, which this look may
    // miss.
    (void)wait_until([&] { return publisher_->get_subscription_count() == 0; },
                     std::chrono::milliseconds(200));
    publish(200);
    EXPECT_EQ(peer.ask("held s"), fmt::format("held={} changed=0", 3 * broken));
    // What it has missed is counted when it reads on.
    ASSERT_TRUE(wait_until([&] {
      publish(1);
      drain(peer);
      return publisher_->get_subscription_count() == 1 && accounted(peer) == published_;
    })) << broken
        << ": " << accounted(peer) << " of " << published_;
    publish(200);
    drain(peer);
    EXPECT_EQ(peer.ask("held s"), fmt::format("held={} changed=0", 3 * broken));
    EXPECT_EQ(accounted(peer), published_);
  }
  ASSERT_EQ(peer.ask("release"), "ok");
  EXPECT_TRUE(wait_until([&] { return publisher_->get_counters().pinned_chunks == 0; }));
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(BrokenLinks, WhatAProcessHoldsThatCannotConnectAgainIsNamedAndKeptUntilItDies) {
  open_publisher();
  Peer peer;
  ASSERT_EQ(peer.ask("context name=holder"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t depth=64 quota=100"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(matched_again());
  hold(peer, 60);
  peer.process().kill(SIGSTOP);
  ASSERT_TRUE(wait_until([&] { return process_state(peer.pid()) == 'T'; }));
  ASSERT_GT(cut_links(), 0u);
  ASSERT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 0; }));
  // Longer than any patience there could be with it.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
  while (std::chrono::steady_clock::now() < end) publish(1);
  std::vector<LoanedMessage<SmallMessage>> loans;
  try {
    for (;;) loans.push_back(publisher_->borrow_loaned_message());
  } catch (const exceptions::Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(fmt::format("holder (pid {})", peer.pid())));
    EXPECT_THAT(error.what(), HasSubstr("connection broke: 60"));
  }
  loans.clear();
  peer.process().kill(SIGCONT);
  EXPECT_EQ(peer.ask("held s"), "held=60 changed=0");
  ASSERT_TRUE(matched_again());
  peer.process().kill(SIGKILL);
  ASSERT_TRUE(peer.process().wait());
  EXPECT_TRUE(wait_until([&] { return publisher_->get_counters().pinned_chunks == 0; }));
}

TEST_F(BrokenLinks, ALateJoinersHistoryIsNotReadAgain) {
  open_publisher(QoS(5).transient_local());
  publish(5);
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t transient_local"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  for (int i = 1; i <= 5; ++i) ASSERT_EQ(peer.ask("take s"), fmt::format("message {}", i));
  for (int broken = 0; broken < 5; ++broken) {
    ASSERT_TRUE(cuts(peer));
    publish(1);
    // At once by the old match, or later by the new one.
    EXPECT_EQ(peer.ask("await s"), fmt::format("message {}", published_));
    ASSERT_TRUE(cuts(peer));
    ASSERT_TRUE(matched_again());
    EXPECT_EQ(peer.ask("take s"), "nothing");
  }
  EXPECT_EQ(peer.figure("counters s", "lost"), 0u);
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(BrokenLinks, AKeepAllPublisherDoesNotWaitForASubscriptionThatItCannotReach) {
  open_publisher(QoS(10).keep_all().max_blocking_time(std::chrono::milliseconds(1)));
  Peer peer;
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("subscription s /t keep_all quota=4"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_TRUE(matched_again());
  publish(3);
  peer.process().kill(SIGSTOP);
  ASSERT_TRUE(wait_until([&] { return process_state(peer.pid()) == 'T'; }));
  ASSERT_GT(cut_links(), 0u);
  ASSERT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 0; }));
  publish(200);
  peer.process().kill(SIGCONT);
  ASSERT_TRUE(matched_again());
  EXPECT_TRUE(wait_until([&] {
    drain(peer);
    return accounted(peer) == published_;
  })) << accounted(peer)
      << " of " << published_;
  EXPECT_EQ(peer.quit().status, 0);
}

}  // namespace
}  // namespace baton::testing
