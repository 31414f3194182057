// SPDX-License-Identifier: Apache-2.0
#include "dds/sound_datagram.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace baton::dds {
namespace {

using Octets = std::vector<std::uint8_t>;

Octets operator+(Octets first, const Octets& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}
Octets u16(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8)};
}
Octets u32(std::uint32_t value) { return u16(value & 0xffff) + u16(value >> 16); }
Octets sequence(std::uint64_t value) {
  return u32(static_cast<std::uint32_t>(value >> 32)) + u32(static_cast<std::uint32_t>(value));
}
Octets text(const std::string& characters) {
  Octets octets(characters.begin(), characters.end());
  octets.push_back(0);
  octets = u32(static_cast<std::uint32_t>(octets.size())) + octets;
  octets.resize((octets.size() + 3) / 4 * 4);
  return octets;
}

const Octets peer{1, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const Octets endpoints{0, 0, 1, 4, 0, 0, 1, 3};  // a reader and a writer of messages

Octets header() { return Octets{'R', 'T', 'P', 'S', 2, 3, 1, 15} + peer; }
Octets submessage(std::uint8_t id, const Octets& contents, std::uint8_t flags = 1) {
  return Octets{id, flags} + u16(static_cast<std::uint32_t>(contents.size())) + contents;
}
Octets datagram(const Octets& submessages) { return header() + submessages; }

/// The datagram as it is handed on; empty if it is dropped.
Octets passed(Octets octets, const Participation& participation = {}) {
  KnownEndpoints known;
  octets.resize(make_sound(std::as_writable_bytes(std::span(octets)), participation, known));
  return octets;
}
bool passes(const Octets& submessages, const Participation& participation = {}) {
  return passed(datagram(submessages), participation) == datagram(submessages);
}
bool drops(const Octets& submessages) { return passed(datagram(submessages)).empty(); }

Octets data(const Octets& payload, std::uint64_t number = 1, const Octets& writer = {0, 0, 1, 3}) {
  return u16(0) + u16(16) + Octets{0, 0, 0, 0} + writer + sequence(number) + payload;
}
const Octets message = {0, 1, 0, 0, 7, 0, 0, 0};
const Octets a_message = submessage(0x15, data(message), 5);
Octets numbers(std::uint32_t bits) { return u32(bits) + Octets((bits + 31) / 32 * 4, 0xff); }

Octets parameter(std::uint32_t pid, const Octets& value) {
  return u16(pid) + u16(static_cast<std::uint32_t>(value.size())) + value;
}
const Octets sentinel = u16(1) + u16(0);
const Octets own_guid = peer + Octets{0, 0, 1, 3};
const Octets announcer_of_writers{0, 0, 3, 0xc2};
/// An announcement of an endpoint, by SEDP.
Octets anonymous_announcement(const Octets& parameters,
                              const Octets& announcer = announcer_of_writers) {
  return submessage(0x15, data(Octets{0, 3, 0, 0} + parameters + sentinel, 1, announcer), 5);
}
Octets announcement(const Octets& parameters, const Octets& announcer = announcer_of_writers) {
  return anonymous_announcement(parameter(0x5a, own_guid) + parameters, announcer);
}
Octets fragment(std::uint32_t first, std::uint32_t count, std::uint32_t fragment_bytes,
                std::uint32_t sample_bytes, std::size_t bytes,
                const Octets& writer = {0, 0, 1, 3}) {
  return submessage(0x16, u16(0) + u16(28) + Octets{0, 0, 0, 0} + writer + sequence(1) +
                              u32(first) + u16(count) + u16(fragment_bytes) + u32(sample_bytes) +
                              Octets(bytes, 7));
}

TEST(SoundDatagram, WhatIsNoRtpsIsDropped) {
  EXPECT_TRUE(passed({}).empty());
  EXPECT_TRUE(passed({'R', 'T', 'P', 'S', 2, 3}).empty());
  Octets other = datagram(a_message);
  other[0] = 'X';
  EXPECT_TRUE(passed(other).empty());
  other = datagram(a_message);
  other[4] = 3;
  EXPECT_TRUE(passed(other).empty());
}

TEST(SoundDatagram, EverySubmessageOfTheStandardPasses) {
  EXPECT_TRUE(passes({}));
  EXPECT_TRUE(passes(a_message));
  EXPECT_TRUE(passes(submessage(0x01, {})));  // PAD
  EXPECT_TRUE(passes(submessage(0x06, endpoints + sequence(0) + numbers(0) + u32(1))));
  EXPECT_TRUE(passes(submessage(0x06, endpoints + sequence(9) + numbers(256) + u32(1))));
  EXPECT_TRUE(passes(submessage(0x07, endpoints + sequence(1) + sequence(0) + u32(1))));
  EXPECT_TRUE(passes(submessage(0x08, endpoints + sequence(1) + sequence(4) + numbers(3))));
  EXPECT_TRUE(passes(submessage(0x09, sequence(1))));  // INFO_TS
  EXPECT_TRUE(passes(submessage(0x09, {}, 3)));
  EXPECT_TRUE(passes(submessage(0x0c, u32(0) + Octets{2, 3, 1, 15} + peer)));  // INFO_SRC
  EXPECT_TRUE(passes(submessage(0x0d, Octets(12, 1))));                        // INFO_REPLY_IP4
  EXPECT_TRUE(passes(submessage(0x0e, peer)));                                 // INFO_DST
  EXPECT_TRUE(passes(submessage(0x0f, u32(1) + Octets(24, 1))));               // INFO_REPLY
  EXPECT_TRUE(passes(submessage(0x12, endpoints + sequence(1) + u32(1) + numbers(40) + u32(1))));
  EXPECT_TRUE(passes(submessage(0x13, endpoints + sequence(1) + u32(3) + u32(1))));
  EXPECT_TRUE(passes(fragment(3, 1, 1000, 2500, 500)));
  for (std::uint8_t id = 0x30; id <= 0x34; ++id)
    EXPECT_TRUE(passes(submessage(id, Octets(24, id))));
}

TEST(SoundDatagram, UnknownSubmessagesArePassedOver) {
  EXPECT_TRUE(passes(submessage(0x20, Octets(8, 1)) + a_message));
  EXPECT_TRUE(passes(submessage(0x7f, Octets(8, 1)) + a_message));
}

TEST(SoundDatagram, WithoutALengthTheLastOneGoesToTheEnd) {
  Octets open_end = a_message;
  open_end[2] = open_end[3] = 0;
  EXPECT_TRUE(passes(open_end));
}

TEST(SoundDatagram, AChainThatLeavesTheDatagramIsDropped) {
  Octets longer = a_message;
  longer[2] = static_cast<std::uint8_t>(longer[2] + 1);
  EXPECT_TRUE(drops(longer));
  EXPECT_TRUE(drops(submessage(0x01, {}) + Octets{0x15, 5, 0xff, 0xff}));
  EXPECT_TRUE(drops(submessage(0x0e, Octets(8, 1))));
}

TEST(SoundDatagram, StatisticsOfFastDdsAreLeftOut) {
  const Octets statistics(48, 0);
  EXPECT_EQ(passed(datagram(a_message + submessage(0x80, statistics))), datagram(a_message));
  // In front of a message, statistics are only blanked: dropping them would move the message.
  EXPECT_EQ(passed(datagram(submessage(0x80, statistics) + a_message)),
            datagram(submessage(0x7f, statistics) + a_message));
}

TEST(SoundDatagram, NumbersThatNoWriterReachesAreDropped) {
  const std::uint64_t most = std::uint64_t{1} << 62;
  EXPECT_TRUE(passes(submessage(0x15, data(message, most - 1), 5)));
  for (const std::uint64_t number : {most, ~std::uint64_t{0}}) {
    EXPECT_TRUE(drops(submessage(0x15, data(message, number), 5)));
    EXPECT_TRUE(drops(submessage(0x07, endpoints + sequence(number) + sequence(number) + u32(1))));
    EXPECT_TRUE(drops(submessage(0x06, endpoints + sequence(number) + numbers(1) + u32(1))));
  }
  EXPECT_TRUE(drops(submessage(0x06, endpoints + sequence(1) + u32(257) + Octets(36, 0) + u32(1))));
  EXPECT_TRUE(passes(submessage(0x08, endpoints + sequence(5) + sequence(1 << 20) + numbers(0))));
  EXPECT_TRUE(drops(submessage(0x08, endpoints + sequence(5) + sequence(1 << 21) + numbers(0))));
}

TEST(SoundDatagram, WhereDataBeginIsWithinTheirSubmessage) {
  for (const std::uint32_t offset : {0u, 12u, 17u, 32u, 0x7ffcu, 0xfffcu}) {
    Octets contents = data(message);
    contents[2] = static_cast<std::uint8_t>(offset);
    contents[3] = static_cast<std::uint8_t>(offset >> 8);
    EXPECT_TRUE(drops(submessage(0x15, contents, 5))) << offset;
  }
  const Octets inline_parameters = parameter(0x70, Octets(16, 1)) + sentinel;
  EXPECT_TRUE(passes(submessage(0x15, data(inline_parameters + message), 7)));
  EXPECT_TRUE(drops(submessage(0x15, data(parameter(0x70, Octets(16, 1))), 7)));  // no end
  EXPECT_TRUE(drops(submessage(0x15, data(inline_parameters), 7)));               // no message
}

TEST(SoundDatagram, FragmentsFitTheirMessage) {
  EXPECT_TRUE(passes(fragment(1, 2, 1000, 2500, 2000)));
  EXPECT_TRUE(drops(fragment(0, 1, 1000, 2500, 1000)));
  EXPECT_TRUE(drops(fragment(1, 0, 1000, 2500, 1000)));
  EXPECT_TRUE(drops(fragment(4, 1, 1000, 2500, 1000)));
  EXPECT_TRUE(drops(fragment(2, 2, 1000, 2500, 1400)));
  EXPECT_TRUE(drops(fragment(1, 1, 0, 2500, 1000)));
  EXPECT_TRUE(drops(fragment(1, 1, 3, 2500, 1000)));
  EXPECT_TRUE(drops(fragment(1, 1, 1000, 0xfffffff0, 1000)));
  // The number in the last fragment has to fit in the memory of the message.
  EXPECT_TRUE(passes(fragment(1, 1, 64, 65, 64)));
  EXPECT_TRUE(passes(fragment(1, 1, 65, 70, 65)));
  EXPECT_TRUE(drops(fragment(1, 1, 65, 68, 65)));
  const auto asked = [](std::uint32_t base) {
    return submessage(0x12, endpoints + sequence(1) + u32(base) + numbers(1) + u32(1));
  };
  EXPECT_TRUE(drops(asked(0)));
  EXPECT_TRUE(drops(asked(0xffffff00)));
}

TEST(SoundDatagram, AnnouncementsInFragmentsPassOnlyWithSecurity) {
  const Octets in_fragments = fragment(1, 1, 1000, 2500, 1000, {0, 0, 3, 0xc2});
  EXPECT_TRUE(drops(in_fragments));
  EXPECT_TRUE(passes(in_fragments, {.is_secured = true}));
}

TEST(SoundDatagram, ParametersAreWhatTheySay) {
  EXPECT_TRUE(
      passes(announcement(parameter(0x05, text("rt/chatter")) + parameter(0x07, text("T")))));
  EXPECT_TRUE(passes(announcement(parameter(0x29, u32(2) + text("") + text("left")))));
  EXPECT_TRUE(passes(announcement(parameter(0x2c, u32(3) + Octets{1, 2, 3, 0}))));
  EXPECT_TRUE(passes(announcement(parameter(0x59, u32(1) + text("a") + text("b")))));
  EXPECT_TRUE(passes(announcement(parameter(0x73, u32(1) + u16(0) + u16(0)))));
  EXPECT_TRUE(passes(
      announcement(parameter(0x1001, text("DDS:Auth") + u32(1) + text("a") + text("b") + u32(1) +
                                         text("c") + u32(4) + Octets{1, 2, 3, 4}))));
  EXPECT_TRUE(passes(announcement(parameter(0x02, u32(1) + u32(0)))));
  EXPECT_TRUE(drops(announcement(parameter(0x02, u32(0) + u32(1)))));
  EXPECT_TRUE(drops(announcement(parameter(0x02, u32(0xffffffff) + u32(0)))));
  for (const std::uint32_t length : {9u, 0x7fffffffu, 0xfffffff0u, 0xffffffffu}) {
    const Octets wrong = u32(length) + Octets{'a', 'b', 'c', 0};
    EXPECT_TRUE(drops(announcement(parameter(0x05, wrong)))) << length;
    EXPECT_TRUE(drops(announcement(parameter(0x2c, wrong)))) << length;
    EXPECT_TRUE(drops(announcement(parameter(0x29, u32(1) + wrong)))) << length;
    EXPECT_TRUE(drops(announcement(parameter(0x59, u32(length) + text("a") + text("b")))))
        << length;
    EXPECT_TRUE(drops(announcement(parameter(0x73, u32(length) + u16(0) + u16(0))))) << length;
    EXPECT_TRUE(drops(announcement(parameter(0x1001, text("a") + u32(length))))) << length;
  }
  EXPECT_TRUE(drops(announcement(parameter(0x05, u32(4) + Octets{'a', 'b', 'c', 'd'}))));  // no NUL
}

TEST(SoundDatagram, AnAnnouncementNamesItsParticipantAndThatIsItsSender) {
  EXPECT_TRUE(passes(anonymous_announcement(parameter(0x5a, own_guid))));
  EXPECT_TRUE(passes(announcement(parameter(0x70, own_guid) + parameter(0x50, own_guid))));
  EXPECT_TRUE(drops(anonymous_announcement({})));
  EXPECT_TRUE(drops(anonymous_announcement(parameter(0x50, own_guid))));
  EXPECT_TRUE(drops(announcement(parameter(0x70, peer + Octets{0, 0, 2, 3}))));
  Octets others = own_guid;
  others[3] = 0;
  EXPECT_TRUE(drops(anonymous_announcement(parameter(0x5a, others))));
  const Octets relayed =
      submessage(0x0c, u32(0) + Octets{2, 3, 1, 15} + Octets(others.begin(), others.begin() + 12));
  EXPECT_TRUE(passes(relayed + anonymous_announcement(parameter(0x5a, others))));
  // A discovery server announces others as its own.
  EXPECT_TRUE(passes(anonymous_announcement(parameter(0x5a, others)), {.has_server = true}));
}

TEST(SoundDatagram, AParticipantSaysHowLongItsLeaseIs) {
  const auto participant = [](const Octets& parameters) {
    const Octets guid = parameter(0x50, peer + Octets{0, 0, 1, 0xc1});
    return submessage(
        0x15, data(Octets{0, 3, 0, 0} + guid + parameters + sentinel, 1, {0, 1, 0, 0xc2}), 5);
  };
  EXPECT_TRUE(passes(participant(parameter(0x02, u32(20) + u32(0)))));
  EXPECT_TRUE(drops(participant({})));
  EXPECT_TRUE(drops(participant(parameter(0x02, u32(20)))));
}

TEST(SoundDatagram, WhatAnEndpointIsForItsLifeItStays) {
  KnownEndpoints known;
  const auto announce = [&](std::uint8_t entity, std::uint32_t reliability, std::uint32_t seconds) {
    Octets octets =
        datagram(anonymous_announcement(parameter(0x5a, peer + Octets{0, 0, entity, 4}) +
                                        parameter(0x1a, u32(reliability) + u32(seconds) + u32(0))));
    return make_sound(std::as_writable_bytes(std::span(octets)), {}, known) == octets.size();
  };
  EXPECT_TRUE(announce(1, 1, 0));
  EXPECT_TRUE(announce(1, 1, 5));
  EXPECT_FALSE(announce(1, 2, 0));
  EXPECT_TRUE(announce(2, 2, 0));
}

TEST(SoundDatagram, AnEndpointThatHasEndedMayComeBackAsAnother) {
  KnownEndpoints known;
  const auto announce = [&](std::uint8_t entity, std::uint32_t reliability) {
    Octets octets =
        datagram(anonymous_announcement(parameter(0x5a, peer + Octets{0, 0, entity, 4}) +
                                        parameter(0x1a, u32(reliability) + sequence(0))));
    return make_sound(std::as_writable_bytes(std::span(octets)), {}, known) == octets.size();
  };
  EXPECT_TRUE(announce(1, 1));
  EXPECT_TRUE(announce(2, 1));
  const Octets first = peer + Octets{0, 0, 1, 4};
  known.forget(std::as_bytes(std::span(first)));
  EXPECT_TRUE(announce(1, 2));
  EXPECT_FALSE(announce(2, 2));
  known.forget_participant(std::as_bytes(std::span(peer)));
  EXPECT_TRUE(announce(1, 1));
  EXPECT_TRUE(announce(2, 2));
}

TEST(SoundDatagram, TheKeyOfWhatHasEndedIsMovedToWhereFastDdsLooks) {
  const Octets status = parameter(0x71, {0, 0, 0, 3});
  const auto ended = [&](const Octets& inline_parameters, const Octets& key, const Octets& writer,
                         std::uint8_t flags) {
    return datagram(submessage(0x15, data(inline_parameters + key, 1, writer), flags));
  };
  const auto key_of = [](std::uint32_t pid, const Octets& guid) {
    return Octets{0, 3, 0, 0} + parameter(pid, guid) + sentinel;
  };
  const Octets key = key_of(0x5a, own_guid);
  const Octets rest(key.end() - 8, key.end());
  EXPECT_EQ(passed(ended(status + sentinel, key, announcer_of_writers, 11)),
            ended(status + parameter(0x70, own_guid) + sentinel, rest, announcer_of_writers, 3));
  const Octets participant = peer + Octets{0, 0, 1, 0xc1};
  const Octets participants_end{0, 1, 0, 0xc2};
  const Octets its_rest{0, 0, 1, 0xc1, 1, 0, 0, 0};
  EXPECT_EQ(passed(ended(status + sentinel, key_of(0x50, participant), participants_end, 11)),
            ended(status + parameter(0x70, participant) + sentinel, its_rest, participants_end, 3));
  const auto stays = [&](const Octets& octets) { return passed(octets) == octets; };
  Octets others = own_guid;
  others[3] = 0;
  EXPECT_TRUE(stays(ended(status + sentinel, key_of(0x5a, others), announcer_of_writers, 11)));
  EXPECT_TRUE(stays(ended(parameter(0x70, own_guid) + sentinel, key, announcer_of_writers, 11)));
  EXPECT_TRUE(stays(ended(status + sentinel, key, {0, 0, 1, 3}, 11)));  // a message's key
  EXPECT_TRUE(stays(ended(status + sentinel, {0, 3, 0, 0}, announcer_of_writers, 11)));
  EXPECT_TRUE(stays(ended(status + sentinel, Octets(), announcer_of_writers, 11)));
}

TEST(SoundDatagram, AKeyIsMovedInBothByteOrders) {
  const Octets fields{0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 4, 0xc2, 0, 0, 0, 0, 0, 0, 0, 1};
  const Octets status{0, 0x71, 0, 4, 0, 0, 0, 3};
  const Octets end{0, 1, 0, 0};
  const Octets key = Octets{0, 2, 0, 0, 0, 0x5a, 0, 16} + own_guid + end;
  const auto ended = [&](const Octets& parameters, std::uint8_t flags) {
    const Octets contents = fields + parameters;
    return datagram(Octets{0x15, flags, 0, static_cast<std::uint8_t>(contents.size())} + contents);
  };
  EXPECT_EQ(
      passed(ended(status + end + key, 10)),
      ended(status + Octets{0, 0x70, 0, 16} + own_guid + end + Octets(key.end() - 8, key.end()),
            2));
}

TEST(SoundDatagram, DescriptionsOfXTypesAreBlanked) {
  const Octets description(12, 0x5a);
  EXPECT_EQ(passed(datagram(announcement(parameter(0x75, description)))),
            datagram(announcement(parameter(0, description))));
}

TEST(SoundDatagram, BothByteOrdersAreRead) {
  const Octets big_endian{0x07, 0, 0, 28, 0, 0, 1, 4, 0, 0, 1, 3, 0, 0, 0, 0,
                          0,    0, 0, 1,  0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1};
  EXPECT_TRUE(passes(big_endian));
  Octets too_large = big_endian;
  too_large[12] = 0x7f;
  EXPECT_TRUE(drops(too_large));
}

}  // namespace
}  // namespace baton::dds
