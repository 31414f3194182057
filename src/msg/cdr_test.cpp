// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton/msg/cdr.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/described.hpp"

namespace baton::msg {
namespace {

using testing::described;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> made;
  for (const int value : values) made.push_back(static_cast<std::byte>(value));
  return made;
}

std::shared_ptr<const ReflectedType> one_field(testing::ShortField field) {
  std::string error;
  auto type = ReflectedType::parse(described({"test/msg/One", {field}}, {}), error);
  EXPECT_NE(type, nullptr) << error;
  return type;
}

std::vector<std::byte> encoded(const testing::ShortField& field, const std::string& value) {
  DynamicMessage message(one_field(field));
  std::string error;
  EXPECT_TRUE(set_field(message.type(), message.data(), field.name, value, error)) << error;
  std::vector<std::byte> made;
  EXPECT_TRUE(encode_message(message.type(), message.data(), made));
  return made;
}

bool decodes(const testing::ShortField& field, std::initializer_list<int> body) {
  std::vector<std::byte> all = bytes({0, 1, 0, 0});
  for (const int value : body) all.push_back(static_cast<std::byte>(value));
  return DynamicMessage::decode(one_field(field), all).has_value();
}

TEST(Cdr, AStringCountsItsNul) {
  EXPECT_EQ(encoded({"text", 17}, "'ab'"), bytes({0, 1, 0, 0, 3, 0, 0, 0, 'a', 'b', 0}));
  EXPECT_EQ(encoded({"text", 17}, "''"), bytes({0, 1, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(Cdr, AWideStringHasFourBytesAUnitAndNoNul) {
  EXPECT_EQ(encoded({"text", 18}, "'a\xf0\x9f\x98\x80'"),
            bytes({0, 1, 0, 0, 3, 0, 0, 0, 'a', 0, 0, 0, 0x3d, 0xd8, 0, 0, 0x00, 0xde, 0, 0}));
  EXPECT_FALSE(decodes({"text", 18}, {1, 0, 0, 0, 0, 0, 1, 0})) << "more than 16 bits";
}

TEST(Cdr, AnEmptySequenceOfDoublesHasNoPadding) {
  EXPECT_EQ(encoded({"values", 144 + 11}, "[]"), bytes({0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(encoded({"values", 144 + 11}, "[0]"),
            bytes({0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Cdr, TakesStringsWithoutNulAndOfNoLength) {
  EXPECT_TRUE(decodes({"text", 17}, {2, 0, 0, 0, 'a', 'b'}));
  EXPECT_TRUE(decodes({"text", 17}, {0, 0, 0, 0}));
}

TEST(Cdr, RefusesLengthsThatTheBytesCannotHold) {
  EXPECT_FALSE(decodes({"text", 17}, {3, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(decodes({"text", 17}, {255, 255, 255, 255, 'a'}));
  EXPECT_FALSE(decodes({"text", 18}, {255, 255, 255, 63, 0, 0, 0, 0}));
  EXPECT_FALSE(decodes({"data", 144 + 3}, {255, 255, 255, 127, 1}));
  EXPECT_FALSE(decodes({"values", 144 + 11}, {0, 0, 0, 32, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_FALSE(decodes({"names", 144 + 17}, {255, 255, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(Cdr, RefusesMoreThanTheBound) {
  EXPECT_TRUE(decodes({"text", 21, 0, 2}, {3, 0, 0, 0, 'a', 'b', 0}));
  EXPECT_FALSE(decodes({"text", 21, 0, 2}, {4, 0, 0, 0, 'a', 'b', 'c', 0}));
  EXPECT_TRUE(decodes({"data", 96 + 3, 2}, {2, 0, 0, 0, 1, 2}));
  EXPECT_FALSE(decodes({"data", 96 + 3, 2}, {3, 0, 0, 0, 1, 2, 3}));
  EXPECT_FALSE(decodes({"text", 22, 0, 1}, {2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
}

TEST(Cdr, RefusesBoolsThatAreNeitherZeroNorOne) {
  EXPECT_TRUE(decodes({"flag", 15}, {1}));
  EXPECT_FALSE(decodes({"flag", 15}, {2}));
  EXPECT_FALSE(decodes({"flags", 48 + 15, 3}, {0, 1, 3}));
  EXPECT_FALSE(decodes({"flags", 144 + 15}, {2, 0, 0, 0, 1, 255}));
}

TEST(Cdr, AnEmptyMessageIsOneByte) {
  std::string error;
  const auto type = ReflectedType::parse(described({"test/msg/Empty", {}}, {}), error);
  ASSERT_NE(type, nullptr) << error;
  std::vector<std::byte> made;
  DynamicMessage message(type);
  ASSERT_TRUE(encode_message(message.type(), message.data(), made));
  EXPECT_EQ(made, bytes({0, 1, 0, 0, 0}));
  EXPECT_TRUE(DynamicMessage::decode(type, made));
  EXPECT_FALSE(DynamicMessage::decode(type, bytes({0, 1, 0, 0})));
}

TEST(Cdr, KnowsItsTwoEncapsulationsAndNoOther) {
  const auto type = one_field({"x", 7});
  const auto value_of = [&](const std::vector<std::byte>& from) {
    const auto message = DynamicMessage::decode(type, from);
    return message ? *static_cast<const std::uint32_t*>(message->data()) : 0;
  };
  EXPECT_EQ(value_of(bytes({0, 1, 0, 0, 1, 2, 3, 4})), 0x04030201u);
  EXPECT_EQ(value_of(bytes({0, 0, 0, 0, 1, 2, 3, 4})), 0x01020304u);
  EXPECT_EQ(value_of(bytes({0, 1, 9, 9, 1, 2, 3, 4})), 0x04030201u) << "options may be anything";
  for (const int representation : {2, 3, 6, 7, 8, 9, 10, 11}) {
    EXPECT_FALSE(DynamicMessage::decode(type, bytes({0, representation, 0, 0, 1, 2, 3, 4})));
  }
  EXPECT_FALSE(DynamicMessage::decode(type, bytes({1, 1, 0, 0, 1, 2, 3, 4})));
  EXPECT_FALSE(DynamicMessage::decode(type, bytes({0, 1, 0})));
}

TEST(Cdr, LeavesNoElementThatWasNotDecoded) {
  DynamicMessage message(one_field({"flags", 144 + 15}));
  EXPECT_FALSE(
      decode_message(message.type(), bytes({0, 1, 0, 0, 2, 0, 0, 0, 1, 7}), message.data()));
  EXPECT_EQ(to_yaml(message.type(), message.data()), "flags: []\n");
}

}  // namespace
}  // namespace baton::msg
