// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/acquaintances.hpp"

#include <gtest/gtest.h>

#include "dds/fastdds/testing/datagrams.hpp"

namespace baton::dds::fastdds {
namespace {

using rtps::Announced;
using rtps::Entity;
using rtps::entity_of;
using rtps::prefix_of;
using testing::acknowledgement;
using testing::add;
using testing::bytes_of;
using testing::Datagram;
using testing::endpoint_of;
using testing::header_of;
using testing::heartbeat_in;
using testing::number;
using testing::ours;
using testing::theirs;

const Guid our_writer = endpoint_of(ours, 9, 0x03);
const Guid their_reader = endpoint_of(theirs, 7, 0x04);

Datagram data(const Entity& writer, std::uint8_t sequence) {
  Datagram made = header_of(ours);
  add(made, 0x15, {{0, 0, 16, 0}, {0, 0, 0, 0}, bytes_of(writer), number(sequence)});
  return made;
}
class AcquaintancesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    send(data(rtps::participant_announcer, 1));
    acquaintances.add(theirs, {{{1, 7410}}, {{1, 7411}}});
  }
  /// The datagram that is sent.
  Datagram send(const Datagram& datagram) {
    Datagram changed;
    return acquaintances.on_sending(datagram, changed) ? changed : datagram;
  }
  void all_is_known(std::uint8_t next) {
    for (const Announced what : {Announced::writers, Announced::readers}) {
      acquaintances.on_received(acknowledgement(endpoint_of(theirs, detector_of(what)),
                                                endpoint_of(ours, announcer_of(what)), next));
    }
  }

  std::vector<std::pair<Datagram, std::uint16_t>> sent;
  Acquaintances acquaintances{[this](rtps::Bytes bytes, const std::vector<Address>& to) {
    sent.emplace_back(Datagram(bytes.begin(), bytes.end()), to.at(0).port);
  }};
};

TEST_F(AcquaintancesTest, AParticipantThatHasNotHeardOfThisOneIsToldAgain) {
  EXPECT_FALSE(acquaintances.ask(theirs, Announced::writers));
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].first, data(rtps::participant_announcer, 1));
  EXPECT_EQ(sent[0].second, 7410);
  all_is_known(1);
  EXPECT_TRUE(acquaintances.ask(theirs, Announced::writers));
  EXPECT_EQ(sent.size(), 1u);
}

TEST_F(AcquaintancesTest, AParticipantThatLacksAnAnnouncementIsAskedByAHeartbeat) {
  all_is_known(1);
  send(data(announcer_of(Announced::readers), 3));
  EXPECT_TRUE(acquaintances.ask(theirs, Announced::writers));
  EXPECT_FALSE(acquaintances.ask(theirs, Announced::readers));
  ASSERT_EQ(sent.size(), 1u);
  const auto asked = heartbeat_in(sent[0].first);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->writer, announcer_of(Announced::readers));
  EXPECT_EQ(asked->last, 3u);
  all_is_known(3);
  EXPECT_FALSE(acquaintances.ask(theirs, Announced::readers)) << "it has not got the last one";
  all_is_known(4);
  EXPECT_TRUE(acquaintances.ask(theirs, Announced::readers));
}

TEST_F(AcquaintancesTest, HeartbeatsOfBothSourcesAreNumberedInOneRow) {
  all_is_known(1);
  const auto own = rtps::heartbeat_datagram(
      header_of(ours), prefix_of(theirs),
      {detector_of(Announced::writers), announcer_of(Announced::writers), 1, 2, 1});
  EXPECT_EQ(heartbeat_in(send(own))->count, 1u);
  EXPECT_FALSE(acquaintances.ask(theirs, Announced::writers));
  EXPECT_EQ(heartbeat_in(sent.at(0).first)->count, 2u);
  const auto after = heartbeat_in(send(own));
  EXPECT_EQ(after->count, 3u);
  EXPECT_EQ(after->last, 2u);
}

TEST_F(AcquaintancesTest, AnAcknowledgementShowsThatTheReaderKnowsTheWriter) {
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, their_reader));
  acquaintances.on_received(acknowledgement(their_reader, our_writer, 1));
  EXPECT_TRUE(acquaintances.has_addressed(our_writer, their_reader));
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, endpoint_of(theirs, 8, 0x04)));
  acquaintances.forget(our_writer, their_reader);
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, their_reader));
}

TEST_F(AcquaintancesTest, AHeartbeatShowsThatTheWriterKnowsTheReader) {
  const Guid their_writer = endpoint_of(theirs, 7, 0x03);
  const Guid our_reader = endpoint_of(ours, 9, 0x04);
  const auto heartbeat_to = [&](const Entity& reader) {
    return rtps::heartbeat_datagram(header_of(theirs), prefix_of(ours),
                                    {reader, entity_of(their_writer), 1, 0, 1});
  };
  acquaintances.on_received(heartbeat_to(Entity{}));
  EXPECT_TRUE(acquaintances.has_addressed_all(their_writer));
  EXPECT_FALSE(acquaintances.has_addressed(our_reader, their_writer));
  acquaintances.on_received(heartbeat_to(entity_of(our_reader)));
  EXPECT_TRUE(acquaintances.has_addressed(our_reader, their_writer));
}

TEST_F(AcquaintancesTest, WhatIsMeantForAnotherParticipantShowsNothing) {
  acquaintances.on_received(
      acknowledgement(their_reader, endpoint_of(theirs, entity_of(our_writer)), 1));
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, their_reader));
}

TEST_F(AcquaintancesTest, AParticipantThatHasGoneIsForgotten) {
  acquaintances.on_received(acknowledgement(their_reader, our_writer, 1));
  acquaintances.remove(theirs);
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, their_reader));
  EXPECT_FALSE(acquaintances.ask(theirs, Announced::writers));
  EXPECT_TRUE(sent.empty());
  acquaintances.on_received(acknowledgement(their_reader, our_writer, 1));
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, their_reader));
}

TEST_F(AcquaintancesTest, MemoryForOneParticipantIsBounded) {
  for (std::size_t i = 0; i < 2 * Acquaintances::most_matches; ++i) {
    const Entity reader{0, static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i), 0x04};
    acquaintances.on_received(acknowledgement(endpoint_of(theirs, reader), our_writer, 1));
  }
  Guid last = theirs;
  last[13] = (2 * Acquaintances::most_matches - 1) >> 8;
  last[14] = 0xff;
  last[15] = 0x04;
  EXPECT_FALSE(acquaintances.has_addressed(our_writer, last));
}

TEST_F(AcquaintancesTest, AReaderIsAskedWithTheFirstNumber) {
  acquaintances.ask_reader(our_writer, their_reader);
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].second, 7411);
  const auto asked = heartbeat_in(sent[0].first);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->count, 1u);
  EXPECT_EQ(asked->first, 1u);
  EXPECT_EQ(asked->last, 0u);
}

}  // namespace
}  // namespace baton::dds::fastdds
