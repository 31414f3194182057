// SPDX-License-Identifier: Apache-2.0
#include "shm/description_parts.hpp"

#include <gtest/gtest.h>

namespace baton::shm {
namespace {

using Progress = DescriptionParts::Progress;

/// The description as it arrives after its parts went through packets.
std::string through_packets(std::string_view text) {
  DescriptionParts parts;
  Progress progress = Progress::more;
  for (const wire::Description& part : split_description(7, text)) {
    EXPECT_EQ(progress, Progress::more);
    const std::vector<std::byte> packet = wire::encode(part);
    EXPECT_LE(packet.size(), wire::max_packet_bytes);
    const auto decoded = wire::decode(packet);
    EXPECT_TRUE(decoded);
    progress = parts.add(std::get<wire::Description>(*decoded));
  }
  EXPECT_EQ(progress, Progress::whole);
  return parts.take();
}

TEST(DescriptionParts, AShortDescriptionIsOnePart) {
  const std::string text = R"({"type_description": {"type_name": "a/msg/B"}})";
  EXPECT_EQ(split_description(1, text).size(), 1u);
  EXPECT_EQ(through_packets(text), text);
}

TEST(DescriptionParts, TheLongestDescriptionArrivesAsItWas) {
  std::string text(max_description_bytes, '"');  // JSON writes each as two characters
  for (std::size_t i = 0; i < text.size(); i += 7) text[i] = static_cast<char>('a' + i % 26);
  EXPECT_EQ(through_packets(text), text);
}

TEST(DescriptionParts, CharactersThatJsonWritesLongFitTheirPackets) {
  const std::string text(description_part_bytes * 3 + 1, '\x01');
  EXPECT_EQ(through_packets(text), text);
}

TEST(DescriptionParts, NoCharacterIsCutInTwo) {
  for (std::size_t shift = 0; shift < 4; ++shift) {
    std::string text(shift, 'x');
    while (text.size() < description_part_bytes * 3) text += "\xf0\x9f\xa4\x96";
    EXPECT_EQ(through_packets(text), text) << shift;
  }
}

TEST(DescriptionParts, WhatIsNoUtf8IsStillCutIntoPartsThatAreNotTooMany) {
  const std::string text(max_description_bytes, '\x80');
  EXPECT_LE(split_description(1, text).size(), max_description_parts);
}

TEST(DescriptionParts, ATooLongDescriptionIsUnknown) {
  for (const std::string& text : {std::string(), std::string(max_description_bytes + 1, 'x')}) {
    const auto parts = split_description(5, text);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].request, 5u);
    EXPECT_EQ(DescriptionParts().add(parts[0]), Progress::unknown);
  }
}

TEST(DescriptionParts, APartThatDoesNotFitTheOthersIsNonsense) {
  const wire::Description first{1, 0, 3, "a"};
  for (const wire::Description& second :
       {wire::Description{1, 0, 3, "b"}, wire::Description{1, 2, 3, "b"},
        wire::Description{1, 1, 4, "b"}, wire::Description{1, 1, 0, "b"},
        wire::Description{1, 1, 3, ""},
        wire::Description{1, 1, 3, std::string(max_description_bytes, 'b')}}) {
    DescriptionParts parts;
    ASSERT_EQ(parts.add(first), Progress::more);
    EXPECT_EQ(parts.add(second), Progress::nonsense) << second.part << " of " << second.parts;
  }
}

TEST(DescriptionParts, MoreThanADescriptionCanHaveIsNonsense) {
  EXPECT_EQ(DescriptionParts().add({1, 0, max_description_parts + 1, "a"}), Progress::nonsense);
  EXPECT_EQ(DescriptionParts().add({1, 1, 2, "a"}), Progress::nonsense);
}

}  // namespace
}  // namespace baton::shm
