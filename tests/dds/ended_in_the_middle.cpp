// SPDX-License-Identifier: Apache-2.0
// A message of which only some fragments have come, and which its publisher then does not have any
// more: a gap says so. That happens to large messages where packets get lost.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <utility>

#include "recorded_datagrams.hpp"

namespace baton::testing {
namespace {

/// What the publisher of the recording sends, with any numbers.
class EndedInTheMiddle : public RecordedDatagrams {
 protected:
  void SetUp() override {
    RecordedDatagrams::SetUp();
    victim_ = [&] {
      RawPeer peer(domain_id());
      return victims_prefix(peer);
    }();
    discovery_.emplace(port_of_discovery());
    messages_.emplace(port_of_messages());
    for (const auto& each : recording_.datagrams) {
      if (each.to_discovery && !each.of_leaving) discovery_->send(addressed(each.bytes));
    }
    ASSERT_TRUE(wait_until([&] { return events->match_count() != 0; }));
  }

  void send_whole(std::uint32_t number) {
    const auto [bytes, at] = of_messages(data);
    send(with(bytes, {{at + 20, number}}));
  }
  /// The first one of three.
  void send_fragment(std::uint32_t number) {
    const auto [bytes, at] = of_messages(data_fragment);
    send(with(bytes, {{at + 20, number}}));
  }
  void send_gap(std::uint32_t number) {
    const auto [bytes, at] = of_messages(gap);
    send(with(bytes, {{at + 16, number}, {at + 24, number + 1}, {at + 28, 0}}));
  }
  /// The publisher has the messages from 1 to `last`.
  void send_heartbeat(std::uint32_t last) {
    const auto [bytes, at] = of_messages(heartbeat);
    send(with(bytes, {{at + 16, 1}, {at + 24, last}, {at + 28, ++heartbeats_}}));
  }
  void TearDown() override {
    discovery_.reset();
    messages_.reset();
    RecordedDatagrams::TearDown();
  }
  /// The publisher, as one of Fast DDS, does not repeat a gap for what has come in part.
  ::testing::AssertionResult come(std::size_t count, std::uint32_t last) {
    const bool all_came = wait_until([&] {
      send_heartbeat(last);
      return (received_ += drain(*events)) >= count;
    });
    if (all_came && received_ == count) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << received_ << " came, not " << count;
  }

 private:
  using Change = std::pair<std::size_t, std::uint32_t>;  // offset, number

  static Bytes with(Bytes bytes, std::initializer_list<Change> changes) {
    for (const auto& [at, value] : changes) std::memcpy(&bytes.at(at), &value, sizeof value);
    return bytes;
  }
  Bytes addressed(Bytes bytes) const {
    replace(bytes, recorded_victim, victim_);
    return bytes;
  }
  void send(const Bytes& bytes) { messages_->send(addressed(bytes)); }
  /// The first datagram with such a submessage, and where that begins.
  std::pair<Bytes, std::size_t> of_messages(Submessage kind) const {
    for (const auto& each : recording_.datagrams) {
      if (each.to_discovery) continue;
      for (const std::size_t at : submessages_of(each.bytes)) {
        if (id_of(each.bytes, at) == kind) return {each.bytes, at};
      }
    }
    return {};
  }

  const Recording recording_;
  Prefix victim_{};
  std::optional<Sender> discovery_;
  std::optional<Sender> messages_;
  std::uint32_t heartbeats_ = 0;
  std::size_t received_ = 0;
};

TEST_F(EndedInTheMiddle, HarmsNoLaterMessage) {
  for (std::uint32_t number = 1; number < 40; number += 2) {
    send_fragment(number);
    send_gap(number);
    send_whole(number + 1);
    ASSERT_TRUE(come((number + 1) / 2, number + 1)) << "with number " << number;
  }
}

TEST_F(EndedInTheMiddle, LosesNoEarlierMessage) {
  send_fragment(2);
  send_whole(3);
  send_gap(2);
  for (int i = 0; i < 3; ++i) send_heartbeat(3);
  send_whole(1);
  EXPECT_TRUE(come(2, 3));
}

}  // namespace
}  // namespace baton::testing
