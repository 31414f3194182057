// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/safe_gaps.hpp"

#include <gtest/gtest.h>

#include "dds/fastdds/testing/datagrams.hpp"

namespace baton::dds::fastdds {
namespace {

using rtps::entity_of;
using testing::acknowledgement;
using testing::add;
using testing::add_destination;
using testing::bytes_of;
using testing::Datagram;
using testing::endpoint_of;
using testing::header_of;
using testing::heartbeat_in;
using testing::number;
using testing::ours;
using testing::theirs;

const Guid our_reader = endpoint_of(ours, 9, 0x04);
const Guid another_reader = endpoint_of(ours, 8, 0x04);
const Guid their_writer = endpoint_of(theirs, 7, 0x03);
const rtps::Entity any_reader{};

class SafeGapsTest : public ::testing::Test {
 protected:
  void SetUp() override { gaps.add(our_reader, their_writer); }

  static Datagram to(const Guid& participant) {
    Datagram made = header_of(theirs);
    add_destination(made, participant);
    return made;
  }
  void receive_fragment(std::uint8_t sequence, const Guid& destination = ours) {
    Datagram made = to(destination);
    add(made, 0x16,
        {{0, 0, 28, 0},
         bytes_of(entity_of(our_reader)),
         bytes_of(entity_of(their_writer)),
         number(sequence)});
    EXPECT_TRUE(gaps.on_received(made).empty());
  }
  struct Received {
    bool is_gap;
    std::vector<rtps::Heartbeat> heartbeats;
  };
  /// What Fast DDS sees of a gap.
  Received receive_gap(std::uint8_t first, std::uint8_t end,
                       const rtps::Entity& reader = entity_of(our_reader)) {
    Datagram made = to(ours);
    const std::size_t begin = made.size();
    add(made, 0x08,
        {bytes_of(reader),
         bytes_of(entity_of(their_writer)),
         number(first),
         number(end),
         {0, 0, 0, 0}});
    Received received{};
    for (const auto& each : gaps.on_received(made)) {
      received.heartbeats.push_back(heartbeat_in(each).value());
    }
    received.is_gap = made[begin] == 0x08;
    return received;
  }
  /// The number that Fast DDS sees.
  std::uint32_t receive_heartbeat(std::uint32_t count) {
    Datagram made =
        rtps::heartbeat_datagram(header_of(theirs), rtps::prefix_of(ours),
                                 {entity_of(our_reader), entity_of(their_writer), 1, 9, count});
    EXPECT_TRUE(gaps.on_received(made).empty());
    return heartbeat_in(made)->count;
  }
  void send_acknowledgement(std::uint8_t next) {
    gaps.on_sending(acknowledgement(our_reader, their_writer, next));
  }

  SafeGaps gaps;
};

TEST_F(SafeGapsTest, AGapPassesWhereNothingCameInFragments) {
  const Received received = receive_gap(1, 4);
  EXPECT_TRUE(received.is_gap);
  EXPECT_TRUE(received.heartbeats.empty());
  receive_fragment(4);
  EXPECT_TRUE(receive_gap(5, 6).is_gap);
}

TEST_F(SafeGapsTest, AGapThatFollowsWhatIsAcknowledgedIsAHeartbeat) {
  receive_fragment(3);
  send_acknowledgement(3);
  const Received received = receive_gap(3, 4);
  EXPECT_FALSE(received.is_gap);
  ASSERT_EQ(received.heartbeats.size(), 1u);
  const rtps::Heartbeat& heartbeat = received.heartbeats[0];
  EXPECT_EQ(heartbeat.reader, entity_of(our_reader));
  EXPECT_EQ(heartbeat.writer, entity_of(their_writer));
  EXPECT_EQ(heartbeat.first, 4u);
  EXPECT_EQ(heartbeat.last, 3u);
}

TEST_F(SafeGapsTest, AGapBehindAMissingMessageWaits) {
  receive_fragment(3);
  send_acknowledgement(2);
  const Received early = receive_gap(3, 4);
  EXPECT_FALSE(early.is_gap);
  EXPECT_TRUE(early.heartbeats.empty());
  send_acknowledgement(3);
  EXPECT_EQ(receive_gap(3, 4).heartbeats.size(), 1u);
}

TEST_F(SafeGapsTest, ANewReaderIsToldWhatItCanNotHaveAnyMore) {
  receive_fragment(3);
  EXPECT_EQ(receive_gap(1, 4).heartbeats.size(), 1u);
}

TEST_F(SafeGapsTest, AGapForAllReadersReachesThoseThatHaveAllBeforeIt) {
  gaps.add(another_reader, their_writer);
  receive_fragment(3);
  send_acknowledgement(3);
  const Received received = receive_gap(3, 4, any_reader);
  EXPECT_FALSE(received.is_gap);
  ASSERT_EQ(received.heartbeats.size(), 1u);
  EXPECT_EQ(received.heartbeats[0].reader, entity_of(our_reader));
}

TEST_F(SafeGapsTest, HeartbeatsOfBothSourcesAreNumberedInOneRow) {
  EXPECT_EQ(receive_heartbeat(5), 5u);
  receive_fragment(1);
  EXPECT_EQ(receive_gap(1, 2).heartbeats.at(0).count, 6u);
  EXPECT_EQ(receive_gap(1, 2).heartbeats.at(0).count, 7u);
  EXPECT_EQ(receive_heartbeat(6), 8u);
  EXPECT_EQ(receive_gap(1, 2).heartbeats.at(0).count, 9u);
}

TEST_F(SafeGapsTest, WhatIsMeantForAnotherParticipantSaysNothing) {
  receive_fragment(3, theirs);
  EXPECT_TRUE(receive_gap(3, 4).is_gap);
}

TEST_F(SafeGapsTest, FragmentsBeforeTheMatchCountToo) {
  gaps.remove(our_reader, their_writer);
  receive_fragment(3);
  EXPECT_FALSE(receive_gap(3, 4).is_gap);
  gaps.add(our_reader, their_writer);
  EXPECT_FALSE(receive_gap(3, 4).is_gap);
  EXPECT_EQ(receive_gap(1, 4).heartbeats.size(), 1u);
}

TEST_F(SafeGapsTest, ANewMatchHasAcknowledgedNothing) {
  receive_fragment(3);
  send_acknowledgement(3);
  gaps.remove(our_reader);
  gaps.add(our_reader, their_writer);
  receive_fragment(3);
  EXPECT_TRUE(receive_gap(3, 4).heartbeats.empty());
}

}  // namespace
}  // namespace baton::dds::fastdds
