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
  /// What Fast DDS sees of a gap. The bitmap's first number is `end`.
  Received receive_gap(std::uint8_t first, std::uint8_t end,
                       const rtps::Entity& reader = entity_of(our_reader),
                       std::uint8_t bitmap = 0) {
    Datagram made = to(ours);
    const std::size_t begin = made.size();
    add(made, 0x08,
        {bytes_of(reader),
         bytes_of(entity_of(their_writer)),
         number(first),
         number(end),
         {8, 0, 0, 0, 0, 0, 0, bitmap}});
    Received received{};
    received.heartbeats = heartbeats_of(gaps.on_received(made));
    received.is_gap = made[begin] == 0x08;
    return received;
  }
  /// The numbers that Fast DDS sees: the writer's, then those that were added.
  std::vector<std::uint32_t> receive_heartbeat(std::uint32_t count, std::uint64_t first = 1) {
    Datagram made =
        rtps::heartbeat_datagram(header_of(theirs), rtps::prefix_of(ours),
                                 {entity_of(our_reader), entity_of(their_writer), first, 9, count});
    added = heartbeats_of(gaps.on_received(made));
    std::vector<std::uint32_t> counts{heartbeat_in(made)->count};
    for (const auto& each : added) counts.push_back(each.count);
    return counts;
  }
  static std::vector<rtps::Heartbeat> heartbeats_of(const SafeGaps::Datagrams& datagrams) {
    std::vector<rtps::Heartbeat> heartbeats;
    for (const auto& each : datagrams) heartbeats.push_back(heartbeat_in(each).value());
    return heartbeats;
  }
  void send_acknowledgement(std::uint8_t next) {
    gaps.on_sending(acknowledgement(our_reader, their_writer, next));
  }

  using Counts = std::vector<std::uint32_t>;
  SafeGaps gaps;
  std::vector<rtps::Heartbeat> added;  // by the last heartbeat of the writer
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

TEST_F(SafeGapsTest, AGapBehindAMissingMessageWaitsThoughItsWriterDoesNotRepeatIt) {
  receive_fragment(3);
  send_acknowledgement(2);
  const Received early = receive_gap(3, 4);
  EXPECT_FALSE(early.is_gap);
  EXPECT_TRUE(early.heartbeats.empty());
  EXPECT_EQ(receive_heartbeat(1), (Counts{1}));
  send_acknowledgement(3);
  EXPECT_EQ(receive_heartbeat(2), (Counts{2, 3}));
  EXPECT_EQ(added.at(0).first, 4u);
  EXPECT_EQ(receive_heartbeat(3), (Counts{4, 5})) << "the reader may have ignored the first one";
  send_acknowledgement(4);
  EXPECT_EQ(receive_heartbeat(4), (Counts{6}));
}

TEST_F(SafeGapsTest, AHeartbeatShowsWhatDoesNotComeAnyMore) {
  receive_fragment(7);
  EXPECT_TRUE(receive_gap(5, 8).heartbeats.empty());
  EXPECT_EQ(receive_heartbeat(1, 5), (Counts{1, 2}));
  EXPECT_EQ(added.at(0).first, 8u);
}

TEST_F(SafeGapsTest, GapsThatTouchAreOne) {
  receive_fragment(9);
  EXPECT_TRUE(receive_gap(4, 6).heartbeats.empty());
  EXPECT_TRUE(receive_gap(7, 8).heartbeats.empty());
  const auto closing = receive_gap(1, 2, entity_of(our_reader), 0xd0);  // and 2, 3, 5
  EXPECT_EQ(closing.heartbeats.at(0).first, 6u);
}

TEST_F(SafeGapsTest, MemoryForAMatchIsBounded) {
  receive_fragment(200);
  for (std::uint8_t first = 199; first > 2; first -= 2) (void)receive_gap(first, first + 1);
  send_acknowledgement(3);
  EXPECT_EQ(receive_heartbeat(1), (Counts{1, 2}));
  EXPECT_EQ(added.at(0).first, 4u) << "the lowest is kept";
  send_acknowledgement(199);
  EXPECT_EQ(receive_heartbeat(2), (Counts{3}));
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
  EXPECT_EQ(receive_heartbeat(5), (Counts{5}));
  receive_fragment(1);
  EXPECT_EQ(receive_gap(1, 2).heartbeats.at(0).count, 6u);
  EXPECT_EQ(receive_gap(1, 2).heartbeats.at(0).count, 7u);
  EXPECT_EQ(receive_heartbeat(6), (Counts{8, 9}));
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

/// As built-in writers have it.
TEST_F(SafeGapsTest, NoNameOfAWriterKeepsItsGapsFromBeingSeen) {
  const Guid writer = endpoint_of(theirs, 7, 0xc3);
  Datagram made = to(ours);
  const auto parts = {bytes_of(entity_of(our_reader)), bytes_of(entity_of(writer))};
  add(made, 0x16, {{0, 0, 28, 0}, *parts.begin(), *(parts.begin() + 1), number(1)});
  const std::size_t begin = made.size();
  add(made, 0x08, {*parts.begin(), *(parts.begin() + 1), number(1), number(2), number(0)});
  gaps.add(our_reader, writer);
  EXPECT_EQ(gaps.on_received(made).size(), 1u);
  EXPECT_NE(made[begin], 0x08);
}

TEST_F(SafeGapsTest, ANewMatchHasAcknowledgedNothing) {
  receive_fragment(3);
  send_acknowledgement(3);
  gaps.remove(our_reader);
  gaps.add(our_reader, their_writer);
  receive_fragment(3);
  EXPECT_TRUE(receive_gap(3, 4).heartbeats.empty());
}

class SafeGapsBeforeAMatch : public SafeGapsTest {
 protected:
  void SetUp() override {}
};

TEST_F(SafeGapsBeforeAMatch, FragmentsCountToo) {
  receive_fragment(3);
  EXPECT_FALSE(receive_gap(3, 4).is_gap);
  gaps.add(our_reader, their_writer);
  EXPECT_FALSE(receive_gap(3, 4).is_gap);
}

}  // namespace
}  // namespace baton::dds::fastdds
