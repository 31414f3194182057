// SPDX-License-Identifier: Apache-2.0
// When matches count, and what is counted of their messages, on a wire that the test plays.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <memory>
#include <thread>

#include "dds/dds_publisher.hpp"
#include "dds/dds_subscription.hpp"
#include "dds/greeter.hpp"
#include "testing/deadline.hpp"

namespace baton::dds {
namespace {

using testing::wait_until;
using Kind = EndpointEvent::Kind;

constexpr Guid guid_of(std::uint8_t participant, std::uint8_t endpoint) {
  return {1, 15, participant, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, endpoint, 0x04};
}
constexpr Guid peer = guid_of(2, 7);

/// Plays one participant, which knows what the test says.
class FakeWire final : public Wire {
 public:
  std::atomic<bool> is_known{false};
  std::atomic<int> introductions{0};
  std::atomic<int> known_introductions{0};
  WireWriterListener* of_writer = nullptr;
  WireReaderListener* of_reader = nullptr;

  Guid guid() const noexcept override { return guid_of(1, 0); }
  std::unique_ptr<WireWriter> create_writer(const WireEndpoint&, WireWriterListener& listener,
                                            std::string&) override {
    of_writer = &listener;
    return std::make_unique<Writer>(*this);
  }
  std::unique_ptr<WireReader> create_reader(const WireEndpoint&, WireReaderListener& listener,
                                            std::string&) override {
    of_reader = &listener;
    return std::make_unique<Reader>(*this);
  }
  bool introduce(const Guid&) noexcept override {
    ++introductions;
    const bool known = is_known;
    if (known) ++known_introductions;
    return known;
  }
  void look_for_interfaces() noexcept override {}

 private:
  struct Writer final : WireWriter {
    explicit Writer(FakeWire& of) : wire(of) {}
    Guid guid() const noexcept override { return guid_of(1, 1); }
    WriteResult write(const Outgoing&, SampleFacts&) noexcept override {
      return WriteResult::written;
    }
    void assert_liveliness() noexcept override {}
    bool all_acknowledged() const noexcept override { return true; }
    bool choose_again() noexcept override { return false; }
    bool is_known_to(const Guid&, bool) noexcept override { return wire.is_known; }
    FakeWire& wire;
  };
  struct Reader final : WireReader {
    explicit Reader(FakeWire& of) : wire(of) {}
    Guid guid() const noexcept override { return guid_of(1, 2); }
    void drain() noexcept override {}
    bool is_known_to(const Guid&) noexcept override { return wire.is_known; }
    FakeWire& wire;
  };
};

class AwaitedMatchesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    host.loop = std::make_shared<base::EventLoop>();
    ASSERT_TRUE(host.loop->start("baton"));
    host.directory = std::make_shared<Directory>(host.loop, [](EventKind, std::string) {});
    host.directory->set_own(wire->guid(), {"0000000000000001", "ours", 1, true, {}});
    host.wire = wire;
    host.directory->on_participant({guid_of(2, 0), "theirs", ""});
  }
  void TearDown() override { host.loop->stop(); }

  void fill(transport::EndpointSpec& spec) {
    spec.topic = "/t";
    spec.type_name = "plain";
    spec.on_event = [this](const EndpointEvent& event) {
      if (event.kind == Kind::matched) ++begun;
      if (event.kind == Kind::unmatched) ++ended;
    };
  }
  template <class Port, class Spec>
  std::shared_ptr<Port> open(bool is_writer) {
    Spec spec;
    fill(spec);
    const WireEndpoint endpoint = wire_endpoint(spec, false);
    host.directory->on_endpoint({peer, !is_writer, endpoint});
    auto port = std::make_shared<Port>(spec, host);
    EXPECT_TRUE(port->open(endpoint));
    return port;
  }
  auto open_publisher() { return open<DdsPublisher, transport::PublisherSpec>(true); }
  auto open_subscription() { return open<DdsSubscription, transport::SubscriptionSpec>(false); }
  /// Waits until all posted work is done.
  void settle() const {
    std::atomic<bool> done{false};
    host.loop->post([&] { done = true; });
    EXPECT_TRUE(wait_until([&] { return done.load(); }));
  }

  std::shared_ptr<FakeWire> wire = std::make_shared<FakeWire>();
  DdsHost host;
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
};

TEST_F(AwaitedMatchesTest, APublishersMatchCountsWhenTheSubscriptionKnows) {
  const auto publisher = open_publisher();
  wire->of_writer->on_reader(peer, true);
  settle();
  EXPECT_EQ(publisher->match_count(), 0u);
  EXPECT_TRUE(publisher->matches().empty());
  EXPECT_TRUE(publisher->has_early_audience()) << "it is sent what is published";
  EXPECT_EQ(begun, 0);
  wire->is_known = true;
  EXPECT_TRUE(wait_until([&] { return publisher->match_count() == 1 && begun == 1; }));
  EXPECT_EQ(publisher->matches().size(), 1u);
  wire->of_writer->on_reader(peer, false);
  EXPECT_TRUE(wait_until([&] { return ended == 1; }));
  EXPECT_EQ(publisher->match_count(), 0u);
}

TEST_F(AwaitedMatchesTest, ASubscriptionsMatchCountsWhenThePublisherKnowsOrSends) {
  const auto subscription = open_subscription();
  wire->of_reader->on_writer(peer, true);
  settle();
  EXPECT_EQ(subscription->match_count(), 0u);
  wire->is_known = true;
  EXPECT_TRUE(wait_until([&] { return subscription->match_count() == 1 && begun == 1; }));
  wire->of_reader->on_writer(peer, false);
  EXPECT_TRUE(wait_until([&] { return ended == 1; }));
  wire->is_known = false;
  wire->of_reader->on_writer(peer, true);
  EXPECT_EQ(subscription->match_count(), 0u);
  EXPECT_TRUE(wire->of_reader->on_room(peer));
  EXPECT_EQ(subscription->match_count(), 1u);
}

TEST_F(AwaitedMatchesTest, AMatchThatEndsBeforeItCountsIsNotTold) {
  const auto publisher = open_publisher();
  const auto subscription = open_subscription();
  for (const bool matched : {true, false}) {
    wire->of_writer->on_reader(peer, matched);
    wire->of_reader->on_writer(peer, matched);
  }
  wire->is_known = true;
  settle();
  EXPECT_FALSE(publisher->has_early_audience());
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(ended, 0);
}

TEST_F(AwaitedMatchesTest, APeerThatCannotSaySoCountsAtLast) {
  const auto publisher = open_publisher();
  const auto subscription = open_subscription();
  wire->of_writer->on_reader(peer, true);
  wire->of_reader->on_writer(peer, true);
  EXPECT_TRUE(wait_until(
      [&] { return publisher->match_count() == 1 && subscription->match_count() == 1; }));
}

/// The thread that finds a publisher silent meets the one that finds it gone.
TEST_F(AwaitedMatchesTest, SilenceAndTheEndOfAMatchAreToldInTheirOrder) {
  std::atomic<int> alive{0};
  std::atomic<int> silent{0};
  transport::SubscriptionSpec spec;
  fill(spec);
  spec.qos.liveliness_lease_duration(std::chrono::hours(1));
  spec.on_event = [&](const EndpointEvent& event) {
    const int change = event.kind == Kind::liveliness_gained ? 1 : -1;
    if (event.kind == Kind::unmatched && !event.was_alive) --silent;
    if (event.kind != Kind::liveliness_gained && event.kind != Kind::liveliness_lost) return;
    // What is found in the middle is what a callback would be told.
    alive += change;
    if (!event.with_match) silent -= change;
    EXPECT_GE(alive, 0);
    EXPECT_GE(silent, 0);
  };
  transport::PublisherSpec theirs;
  theirs.topic = spec.topic;
  theirs.type_name = spec.type_name;
  theirs.qos = spec.qos;
  host.directory->on_endpoint({peer, true, wire_endpoint(theirs, false)});
  const auto subscription = std::make_shared<DdsSubscription>(spec, host);
  ASSERT_TRUE(subscription->open(wire_endpoint(spec, false)));
  WireReaderListener& listener = *wire->of_reader;
  constexpr int rounds = 3000;
  std::barrier<> both(2);
  std::thread other([&] {
    for (int round = 0; round < rounds; ++round) {
      both.arrive_and_wait();
      listener.on_liveliness(peer, false);
      both.arrive_and_wait();
    }
  });
  for (int round = 0; round < rounds; ++round) {
    listener.on_writer(peer, true);
    (void)listener.on_room(peer);  // the match begins with the first message
    both.arrive_and_wait();
    listener.on_writer(peer, false);
    both.arrive_and_wait();
  }
  other.join();
  settle();
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(silent, 0);
}

/// As on a machine that has no clock of its own, until a network tells it the time.
TEST_F(AwaitedMatchesTest, WhatFallsOutIsCountedThoughThePublishersClockIsBehind) {
  constexpr std::size_t depth = 10;
  constexpr std::int64_t long_ago_ns = 1'000'000'000;
  constexpr std::uint8_t octets[] = {0, 1, 0, 0, 1, 0, 0, 0, 7};
  const auto subscription = open_subscription();
  wire->of_reader->on_writer(peer, true);
  for (std::uint64_t sequence = 1; sequence <= depth + 2; ++sequence) {
    ASSERT_TRUE(wire->of_reader->on_room(peer));
    wire->of_reader->on_bytes(std::as_bytes(std::span(octets)));
    wire->of_reader->on_sample({peer, sequence, long_ago_ns, {}});
  }
  EXPECT_EQ(subscription->arrivals().unread, depth);
  EXPECT_EQ(subscription->counters().skipped, 2u);
}

TEST_F(AwaitedMatchesTest, AParticipantThatComesIsGreetedUntilItKnows) {
  const auto greeter = std::make_shared<Greeter>(host.loop);
  greeter->join(wire);
  greeter->greet(peer);
  EXPECT_TRUE(wait_until([&] { return wire->introductions >= 3; }));
  wire->is_known = true;
  EXPECT_TRUE(wait_until([&] { return wire->known_introductions == 1; }));
  settle();
  EXPECT_EQ(wire->known_introductions, 1) << "it is left alone";
  greeter->leave();
}

}  // namespace
}  // namespace baton::dds
