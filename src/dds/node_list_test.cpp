// SPDX-License-Identifier: Apache-2.0
#include "dds/node_list.hpp"

#include <gtest/gtest.h>

namespace baton::dds {
namespace {

Guid guid(std::uint8_t first) { return {first, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 1, 3}; }

NodeList sample() {
  return {guid(1),
          {{"/talker", {}, {guid(2)}}, {"/robot/arm/listener", {guid(3), guid(4)}, {}}},
          gid_bytes};
}

/// What Humble writes: each Gid has eight more bytes, zeros.
std::vector<std::byte> humble(std::size_t nodes) {
  std::vector<std::byte> bytes = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  const auto number = [&](std::uint32_t value) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(value >> 8 * i));
  };
  const auto gid = [&](const Guid& from) {
    for (const std::uint8_t each : from) bytes.push_back(std::byte{each});
    bytes.insert(bytes.end(), 8, std::byte{0});
  };
  const auto text = [&](const std::string& from) {
    number(static_cast<std::uint32_t>(from.size() + 1));
    for (const char each : from) bytes.push_back(static_cast<std::byte>(each));
    do bytes.push_back(std::byte{0});
    while (bytes.size() % 4 != 0);
  };
  gid(guid(1));
  number(static_cast<std::uint32_t>(nodes));
  for (std::size_t i = 0; i < nodes; ++i) {
    text("/");
    text("talker");
    number(1);
    gid(guid(2));
    number(0);
  }
  return bytes;
}

TEST(NodeList, IsReadAsItWasWritten) {
  EXPECT_EQ(decode_node_list(encode_node_list(sample())), sample());
  EXPECT_EQ(decode_node_list(encode_node_list({guid(9), {}, gid_bytes})),
            (NodeList{guid(9), {}, gid_bytes}));
}

TEST(NodeList, BeginsWithTheEncapsulationAndTheParticipant) {
  const auto bytes = encode_node_list({guid(7), {}, gid_bytes});
  ASSERT_EQ(bytes.size(), 4u + 16u + 4u);
  EXPECT_EQ(bytes[1], std::byte{1});
  EXPECT_EQ(bytes[4], std::byte{7});
}

TEST(NodeList, OfHumbleIsKnownByItsLength) {
  EXPECT_EQ(decode_node_list(humble(0)), (NodeList{guid(1), {}, humble_gid_bytes}));
  EXPECT_EQ(
      decode_node_list(humble(2)),
      (NodeList{
          guid(1), {{"/talker", {guid(2)}, {}}, {"/talker", {guid(2)}, {}}}, humble_gid_bytes}));
}

TEST(NodeList, ForHumbleIsWrittenAsHumbleWritesIt) {
  const NodeEntry talker{"/talker", {guid(2)}, {}};
  EXPECT_EQ(encode_node_list({guid(1), {talker, talker}, humble_gid_bytes}), humble(2));
  NodeList list = sample();
  list.bytes_of_gid = humble_gid_bytes;
  EXPECT_EQ(decode_node_list(encode_node_list(list)), list);
}

TEST(NodeList, ThatEndsTooEarlyIsNone) {
  const auto bytes = encode_node_list(sample());
  for (std::size_t size = 0; size + 4 < bytes.size(); ++size) {
    EXPECT_FALSE(decode_node_list(std::span(bytes).first(size))) << size;
  }
}

TEST(NodeList, OfMoreNodesThanItsBytesCanHoldIsNone) {
  auto bytes = encode_node_list({guid(1), {}, gid_bytes});
  for (std::size_t i = 20; i < 24; ++i) bytes[i] = std::byte{0x7f};
  EXPECT_FALSE(decode_node_list(bytes));
}

}  // namespace
}  // namespace baton::dds
