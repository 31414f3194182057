// SPDX-License-Identifier: Apache-2.0
// Peers that send what is no message, announce more than a program needs, or do not keep up.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include <baton/baton.hpp>
#include <baton/service_envelope.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>

#include "dds/dds_transport.hpp"
#include "kept_descriptors.hpp"
#include "peers/flow_message.hpp"
#include "peers/raw_peer.hpp"
#include "testing/child_process.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

using namespace std::chrono_literals;
using rcl_interfaces::msg::ParameterEvent;
using ::testing::HasSubstr;

constexpr const char* event_type = "rcl_interfaces::msg::dds_::ParameterEvent_";

/// Memory of this process that is not backed by files, in MiB.
std::size_t memory_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kib = 0;
    if (word == "RssAnon:" && status >> kib) return kib / 1024;
  }
  return 0;
}

ParameterEvent usual_event() {
  ParameterEvent event;
  event.node = "/a/node";
  rcl_interfaces::msg::Parameter parameter;
  parameter.name = "gain";
  parameter.value.type = 8;
  for (int i = 0; i < 5; ++i) parameter.value.double_array_value.push_back(i);
  event.new_parameters.push_back(parameter);
  event.changed_parameters.push_back(parameter);
  return event;
}

class HostileWire : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    transport = open("victim");
    peer = std::make_unique<RawPeer>(domain_id());
  }
  void TearDown() override {
    peer.reset();
    transport.reset();
    IsolatedTest::TearDown();
  }
  std::unique_ptr<transport::Transport> open(const std::string& name) {
    dds::DdsOptions options;
    options.name = name;
    options.domain_id = domain_id();
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    auto opened = dds::open_dds_transport(options);
    EXPECT_TRUE(opened) << opened.error().text;
    return std::move(*opened);
  }
  std::shared_ptr<transport::SubscriptionPort> hear_events() {
    transport::SubscriptionSpec spec;
    spec.topic = "/events";
    spec.type = &msg::type_support<ParameterEvent>();
    spec.type_name = spec.type->type_name;
    spec.qos = 1000;
    auto opened = transport->open_subscription(spec);
    EXPECT_TRUE(opened) << opened.error().text;
    return *opened;
  }
  std::vector<std::string> events() const {
    const std::lock_guard lock(mutex_);
    return events_;
  }

  std::unique_ptr<transport::Transport> transport;
  std::unique_ptr<RawPeer> peer;

 private:
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::string> events_;
};

// ---- bytes ----

TEST_F(HostileWire, WhatEndsTooEarlyIsDroppedAndCounted) {
  const auto port = hear_events();
  const auto writer = peer->writer("rt/events", event_type);
  ASSERT_TRUE(writer->wait_for_match());
  const Bytes whole = cdr_of(usual_event());
  // The wire fills up to four bytes, and what a message of its own ends with may be zeros.
  std::size_t sent = 0;
  for (std::size_t size = 4; size + 4 < whole.size(); size += 4, ++sent) {
    ASSERT_NE(writer->write(Bytes(whole.begin(), whole.begin() + static_cast<int>(size))), 0u);
  }
  ASSERT_NE(writer->write(whole), 0u);
  EXPECT_TRUE(wait_until([&] { return port->counters().undecodable == sent; }))
      << port->counters().undecodable << " of " << sent;
  EXPECT_TRUE(wait_until([&] { return drain(*port) == 1; }));
  EXPECT_EQ(port->counters().lost, sent);
}

TEST_F(HostileWire, ImpossibleLengthsAllocateNothing) {
  const auto port = hear_events();
  const auto writer = peer->writer("rt/events", event_type);
  ASSERT_TRUE(writer->wait_for_match());
  const Bytes whole = cdr_of(usual_event());
  const std::size_t before_mib = memory_mib();
  std::size_t sent = 0;
  for (const unsigned char top : {0x00, 0x10, 0x7f, 0xff}) {
    for (std::size_t at = 4; at + 4 <= whole.size(); at += 4, ++sent) {
      Bytes changed = whole;
      for (std::size_t i = 0; i < 3; ++i) changed[at + i] = std::byte{0xff};
      changed[at + 3] = std::byte{top};
      ASSERT_NE(writer->write(changed), 0u);
    }
  }
  std::size_t received = 0;
  EXPECT_TRUE(wait_until([&] {
    received += drain(*port);
    return received + port->counters().undecodable == sent;
  })) << received;
  EXPECT_GT(port->counters().undecodable, sent / 4);
  EXPECT_LT(memory_mib(), before_mib + 32 * testing::slowness);
}

TEST_F(HostileWire, GarbageIsDroppedAndCountedAndAMessageBehindItArrives) {
  const auto port = hear_events();
  const auto writer = peer->writer("rt/events", event_type);
  ASSERT_TRUE(writer->wait_for_match());
  constexpr std::size_t messages = 900;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < messages; ++i) {
    Bytes garbage(4 + random() % 2000);
    for (std::byte& each : garbage) each = static_cast<std::byte>(random());
    if (i % 2 == 0) garbage[0] = garbage[1] = std::byte{0};
    ASSERT_NE(writer->write(garbage), 0u);
  }
  ASSERT_NE(writer->write(cdr_of(usual_event())), 0u);
  std::size_t received = 0;
  EXPECT_TRUE(wait_until([&] {
    received += drain(*port);
    return received + port->counters().undecodable == messages + 1;
  }));
  EXPECT_GE(received, 1u);
  EXPECT_GE(port->counters().undecodable, messages - 5);
}

// ---- types ----

TEST_F(HostileWire, AnotherTypeUnderTheRightNameIsDroppedAndCounted) {
  const auto port = hear_events();
  const auto writer = peer->writer("rt/events", event_type);  // tells no hash, as Humble
  ASSERT_TRUE(writer->wait_for_match());
  rcl_interfaces::msg::ParameterValue other;
  other.integer_value = -1;  // where the other type has the length of a name
  for (int i = 0; i < 10; ++i) ASSERT_NE(writer->write(cdr_of(other)), 0u);
  EXPECT_TRUE(wait_until([&] { return port->counters().undecodable == 10; }));
  EXPECT_EQ(drain(*port), 0u);
  EXPECT_EQ(port->match_count(), 1u);
}

TEST_F(HostileWire, AnotherHashUnderTheRightNameIsRefusedAndTold) {
  const auto port = hear_events();
  dds::WireEndpoint endpoint = RawPeer::endpoint("rt/events", event_type);
  endpoint.user_data = "typehash=RIHS01_" + std::string(64, 'a') + ";";
  RawWriter writer(peer->wire(), endpoint);
  EXPECT_TRUE(wait_until([&] { return !events().empty(); }));
  EXPECT_THAT(events().at(0), HasSubstr("RIHS01_aaaa"));
  EXPECT_EQ(port->counters().rejected_peers, 1u);
  ASSERT_NE(writer.write(cdr_of(usual_event())), 0u);
  EXPECT_TRUE(wait_until([&] { return writer.all_acknowledged(); }));
  EXPECT_EQ(drain(*port), 0u);
  EXPECT_EQ(port->match_count(), 0u);
  EXPECT_EQ(port->counters().undecodable, 0u);
}

// ---- numbers ----

/// What Fast DDS does to make that many grows with their square, so the ordinary run has fewer.
std::size_t size_of_crowd() {
  const char* const asked = std::getenv("BATON_CROWD");
  return asked == nullptr ? 2'000 : std::stoul(asked);
}

TEST_F(HostileWire, ThousandsOfEndpointsOfAPeerExhaustNoParticipant) {
  const std::size_t count = size_of_crowd();
  constexpr auto patience = default_deadline * 9;
  const auto port = hear_events();
  const std::size_t before_mib = memory_mib();
  const auto seen = [&] {
    const auto endpoints = transport->endpoints();
    return endpoints ? endpoints->size() : 0;
  };
  const std::size_t before = seen();
  const auto begin = std::chrono::steady_clock::now();
  const auto since_begin_ms = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 begin)
        .count();
  };
  {
    ChildProcess crowd(
        {"baton_crowd", {std::to_string(domain_id()), std::to_string(count)}, {}, {}});
    ASSERT_EQ(crowd.read_line(patience), "ready") << crowd.errors();
    const auto announced_ms = since_begin_ms();
    // The bare peer sees them too, and looking there costs nothing.
    ASSERT_TRUE(wait_until([&] { return peer->endpoints_of_others() >= count; }, patience));
    ASSERT_TRUE(wait_until([&] { return seen() >= before + count; })) << seen();
    const std::size_t grown_mib = memory_mib() - before_mib;
    std::printf("%zu endpoints: announced after %lld ms, known after %lld ms, %zu MiB\n", count,
                static_cast<long long>(announced_ms), static_cast<long long>(since_begin_ms()),
                grown_mib);
    EXPECT_LT(grown_mib, 64 + count / 25);  // 40 KiB each
    // Everything still works meanwhile.
    const auto writer = peer->writer("rt/events", event_type);
    ASSERT_TRUE(writer->wait_for_match());
    ASSERT_NE(writer->write(cdr_of(usual_event())), 0u);
    EXPECT_TRUE(wait_until([&] { return drain(*port) == 1; }));
    crowd.close_input();
    EXPECT_TRUE(crowd.wait(patience));
  }
  EXPECT_TRUE(wait_until([&] { return peer->endpoints_of_others() < count; }, patience));
  EXPECT_TRUE(wait_until([&] { return seen() <= before + 1; }, patience)) << seen();
}

// ---- readers that do not keep up ----

class SlowReader : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    ContextOptions options;
    options.transport = TransportChoice::udp;
    context_ = std::make_shared<Context>(options);
    node_ = std::make_shared<Node>("fast", NodeOptions().context(context_));
  }
  void TearDown() override {
    publisher_.reset();
    node_.reset();
    context_->shutdown("the test is over");
    context_.reset();
    IsolatedTest::TearDown();
  }
  void begin(const QoS& qos, const std::string& readers_depth) {
    child_ = std::make_unique<ChildProcess>(
        ChildOptions{"baton_counting_node", {readers_depth}, {{"BATON_TRANSPORT", "udp"}}, {}});
    publisher_ = node_->create_publisher<FlowMessage>("/flow", qos);
    ASSERT_TRUE(wait_until([&] { return publisher_->get_subscription_count() == 1; }));
    ASSERT_TRUE(publish());
    ASSERT_TRUE(wait_until([&] { return count().seen == 1; }));
  }
  /// Behind the last receipt: a reader that leaves while it is still sent to can block Fast DDS 2.9
  /// (Limits in docs/network.md), and how readers leave is not asked here.
  void end() {
    EXPECT_TRUE(publisher_->wait_for_all_acked(default_deadline));
    child_->close_input();
    EXPECT_TRUE(child_->wait());
    child_.reset();
  }
  bool publish() {
    auto message = std::make_unique<FlowMessage>();
    message->fill(1, ++published_);
    try {
      publisher_->publish(std::move(message));
      return true;
    } catch (const exceptions::Error&) {
      --published_;
      return false;
    }
  }
  struct Count {
    std::uint64_t seen = 0;
    std::uint64_t wrong = 0;
    std::uint64_t missing = 0;
  };
  Count count() {
    child_->write_line("");
    Count said;
    std::istringstream(child_->read_line().value_or("")) >> said.seen >> said.wrong >> said.missing;
    return said;
  }

  std::unique_ptr<ChildProcess> child_;
  Publisher<FlowMessage>::SharedPtr publisher_;
  std::uint64_t published_ = 0;

 private:
  Context::SharedPtr context_;
  std::shared_ptr<Node> node_;
};

TEST_F(SlowReader, OfTheLastMessagesHoldsNoPublisherBackAndTakesNoMemory) {
  ASSERT_NO_FATAL_FAILURE(begin(QoS(10), "10"));
  child_->kill(SIGSTOP);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(publish());
  const std::size_t before_mib = memory_mib();
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(publish());  // 125 MiB
  EXPECT_LT(memory_mib(), before_mib + 32 * testing::slowness);
  child_->kill(SIGCONT);
  // The last ones are still there for it.
  EXPECT_TRUE(wait_until([&] { return count().seen >= 2; }));
  EXPECT_EQ(count().wrong, 0u);
  end();
}

TEST_F(SlowReader, OfAllMessagesHoldsThePublisherBackAndGetsEveryOne) {
  QoS qos{KeepAll()};
  qos.max_blocking_time(10ms);
  ASSERT_NO_FATAL_FAILURE(begin(qos, "all"));
  child_->kill(SIGSTOP);
  const std::size_t before_mib = memory_mib();
  int taken = 0;
  while (taken < 2000 && publish()) ++taken;
  EXPECT_LT(taken, 1000);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(publish());
  EXPECT_LT(memory_mib(), before_mib + 128 * testing::slowness);
  child_->kill(SIGCONT);
  const std::uint64_t all = published_;
  EXPECT_TRUE(wait_until([&] { return count().seen == all; })) << count().seen << " of " << all;
  EXPECT_TRUE(wait_until([&] { return publish(); }));
  EXPECT_TRUE(wait_until([&] { return count().seen == all + 1; }));
  EXPECT_EQ(count().wrong, 0u);
  EXPECT_EQ(count().missing, 0u);
  end();
}

}  // namespace
}  // namespace baton::testing
