// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/rtps.hpp"

#include <gtest/gtest.h>

#include <random>

namespace baton::dds::fastdds::rtps {
namespace {

const std::vector<std::uint8_t> header{'R', 'T', 'P', 'S', 2, 3, 1, 15, 1, 15,
                                       1,   2,   3,   4,   5, 6, 7, 8,  9, 10};
constexpr Prefix source{1, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
constexpr Prefix destination{1, 15, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
constexpr Entity writer{0, 0, 0x12, 0x03};
constexpr Entity reader{0, 0, 0x13, 0x04};

TEST(Rtps, AHeartbeatIsReadAsItWasWritten) {
  const Heartbeat sent{reader, writer, 5, (std::uint64_t{1} << 32) + 7, 77};
  const auto bytes = heartbeat_datagram(header, destination, sent);
  auto datagram = Datagram::read(bytes);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->source(), source);
  const auto first = datagram->next();
  ASSERT_TRUE(first);
  EXPECT_EQ(as_destination(*first), destination);
  EXPECT_FALSE(as_heartbeat(*first));
  const auto second = datagram->next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->end, bytes.size());
  const auto read = as_heartbeat(*second);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->reader, reader);
  EXPECT_EQ(read->writer, writer);
  EXPECT_EQ(read->first, sent.first);
  EXPECT_EQ(read->last, sent.last);
  EXPECT_EQ(read->count, sent.count);
  EXPECT_FALSE(datagram->next());
}

TEST(Rtps, AnAcknowledgementIsReadInEitherByteOrder) {
  for (const bool little : {true, false}) {
    std::vector<std::uint8_t> bytes = header;
    const std::vector<std::uint8_t> size = little ? std::vector<std::uint8_t>{0x06, 1, 24, 0}
                                                  : std::vector<std::uint8_t>{0x06, 0, 0, 24};
    bytes.insert(bytes.end(), size.begin(), size.end());
    bytes.insert(bytes.end(), reader.begin(), reader.end());
    bytes.insert(bytes.end(), writer.begin(), writer.end());
    std::vector<std::uint8_t> rest(16);
    rest[little ? 4 : 7] = 9;
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    auto datagram = Datagram::read(bytes);
    ASSERT_TRUE(datagram);
    const auto submessage = datagram->next();
    ASSERT_TRUE(submessage);
    const auto read = as_acknowledgement(*submessage);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->reader, reader);
    EXPECT_EQ(read->writer, writer);
    EXPECT_EQ(read->next, 9u);
  }
}

TEST(Rtps, TheLastSubmessageMayLeaveItsSizeOpen) {
  std::vector<std::uint8_t> bytes = header;
  const std::vector<std::uint8_t> parts{0x80, 1, 2, 0, 7,    7, 0, 0,   // padded
                                        0x09, 1, 0, 0, 0x08, 1, 0, 0};  // empty; open
  bytes.insert(bytes.end(), parts.begin(), parts.end());
  bytes.insert(bytes.end(), reader.begin(), reader.end());
  bytes.insert(bytes.end(), writer.begin(), writer.end());
  for (const std::uint8_t low : {5, 8}) {
    bytes.insert(bytes.end(), {0, 0, 0, 0, low, 0, 0, 0});
  }
  bytes.insert(bytes.end(), {4, 0, 0, 0, 0, 0, 0, 0xb0});  // of four from 8 on: 8, 10 and 11
  auto datagram = Datagram::read(bytes);
  ASSERT_TRUE(datagram);
  ASSERT_TRUE(datagram->next());
  ASSERT_TRUE(datagram->next());
  const auto submessage = datagram->next();
  ASSERT_TRUE(submessage);
  const auto read = as_gap(*submessage);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->reader, reader);
  EXPECT_EQ(read->writer, writer);
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(read->ranges, (std::vector<Range>{{5, 9}, {10, 12}}));
  EXPECT_FALSE(datagram->next());
  blank(bytes, *submessage);
  EXPECT_EQ(bytes[submessage->begin()], 0x7f);
}

/// Each copy has just its size, so that a sanitizer sees every byte behind it.
TEST(Rtps, WhateverComesReadingEndsWithinTheBytes) {
  const auto bytes = heartbeat_datagram(header, destination, {reader, writer, 1, 2, 3});
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::uint8_t> mutated(
        bytes.begin(), bytes.begin() + static_cast<int>(random() % (bytes.size() + 1)));
    for (std::size_t flips = random() % 4; flips != 0 && mutated.size() > 4; --flips) {
      mutated[4 + random() % (mutated.size() - 4)] = static_cast<std::uint8_t>(random());
    }
    mutated.shrink_to_fit();
    auto datagram = Datagram::read(mutated);
    if (!datagram) continue;
    while (const auto submessage = datagram->next()) {
      EXPECT_LE(submessage->end, mutated.size());
      (void)as_destination(*submessage);
      (void)as_heartbeat(*submessage);
      (void)as_gap(*submessage);
      (void)as_source(*submessage);
      (void)as_acknowledgement(*submessage);
      (void)as_data(*submessage);
    }
  }
}

}  // namespace
}  // namespace baton::dds::fastdds::rtps
