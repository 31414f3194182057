// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton/msg/difference.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/type_hash.hpp>

#include "msg/testing/described.hpp"

namespace baton::msg {
namespace {

using testing::described;
using ::testing::HasSubstr;
using testing::ShortField;

std::shared_ptr<const ReflectedType> parse(const std::string& text) {
  std::string error;
  auto type = ReflectedType::parse(text, error);
  EXPECT_NE(type, nullptr) << error;
  return type;
}

std::string refusal_of(const std::string& text) {
  std::string error;
  EXPECT_EQ(ReflectedType::parse(text, error), nullptr) << text;
  return error;
}

std::string refusal_of_field(const ShortField& field) {
  return refusal_of(described({"test/msg/One", {field}}, {}));
}

TEST(Reflection, LaysFieldsOutAsCompilersDo) {
  const auto type = parse(testing::sample_description());
  ASSERT_NE(type, nullptr);
  std::vector<std::uint32_t> offsets;
  for (const Field& field : type->type().fields) offsets.push_back(field.offset_bytes);
  EXPECT_THAT(offsets, ::testing::ElementsAre(0, 8, 24, 32, 40, 56, 72, 88, 104));
  EXPECT_EQ(type->type().size_bytes, 120u);
  EXPECT_EQ(type->type().alignment, 8u);
  EXPECT_FALSE(type->type().plain);
}

TEST(Reflection, FindsContainedTypesWithHashesOfTheirOwn) {
  const auto type = parse(testing::sample_description());
  const TypeSupport* time = type->find("builtin_interfaces/msg/Time");
  ASSERT_NE(time, nullptr);
  EXPECT_TRUE(time->dense);
  // The hash that ROS 2 has for the type since Iron.
  EXPECT_EQ(to_string(time->hash),
            "RIHS01_b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197");
  EXPECT_EQ(type->find("test/msg/Other"), nullptr);
}

TEST(Reflection, HashIsThatOfTheCanonicalTextWhateverTheSpacing) {
  const std::string text = testing::sample_description();
  std::string spaced;
  for (const char c : text) spaced += c == ' ' ? "\n  " : std::string(1, c);
  const auto type = parse(spaced);
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->type().description, text);
  EXPECT_EQ(type->type().hash, hash_of_description(text));
}

TEST(Reflection, RefusesADescriptionThatHasAnotherHash) {
  std::string error;
  TypeHash hash = hash_of_description(testing::sample_description());
  EXPECT_NE(ReflectedType::parse(testing::sample_description(), hash, error), nullptr);
  hash[0] ^= 1;
  EXPECT_EQ(ReflectedType::parse(testing::sample_description(), hash, error), nullptr);
  EXPECT_THAT(error, HasSubstr("test/msg/Sample"));
}

TEST(Reflection, RefusesTypesThatContainThemselves) {
  EXPECT_THAT(refusal_of(described({"a/msg/A", {{"a", 145, 0, 0, "a/msg/A"}}}, {})),
              HasSubstr("a/msg/A contains itself"));
  EXPECT_THAT(refusal_of(described({"a/msg/A", {{"b", 1, 0, 0, "a/msg/B"}}},
                                   {{"a/msg/B", {{"a", 145, 0, 0, "a/msg/A"}}}})),
              HasSubstr("contains itself"));
}

TEST(Reflection, RefusesTypesThatAreNotDescribed) {
  EXPECT_THAT(refusal_of_field({"b", 1, 0, 0, "a/msg/B"}), HasSubstr("a/msg/B, of field \"b\""));
}

TEST(Reflection, RefusesTypesThatAreDescribedTwice) {
  EXPECT_THAT(refusal_of(described({"a/msg/A", {}}, {{"a/msg/B", {}}, {"a/msg/B", {}}})),
              HasSubstr("described twice"));
  EXPECT_THAT(refusal_of(described({"a/msg/A", {}}, {{"a/msg/A", {}}})),
              HasSubstr("described twice"));
}

TEST(Reflection, RefusesTwoFieldsOfOneName) {
  EXPECT_THAT(refusal_of(described({"a/msg/A", {{"x", 3}, {"x", 3}}}, {})),
              HasSubstr("two fields \"x\""));
}

TEST(Reflection, RefusesMessagesTooLargeToExist) {
  EXPECT_THAT(refusal_of_field({"x", 48 + 11, 0x7fffffff}), HasSubstr("larger than"));
  std::vector<testing::ShortType> tower;
  const std::string names[] = {"a/msg/B0", "a/msg/B1", "a/msg/B2", "a/msg/B3", "a/msg/B4"};
  for (int i = 0; i < 4; ++i) {
    tower.push_back({names[i], {{"x", 48 + 1, 65536, 0, names[i + 1]}}});
  }
  tower.push_back({names[4], {{"x", 3}}});
  EXPECT_THAT(refusal_of(described({"a/msg/A", {{"x", 1, 0, 0, names[0]}}}, tower)),
              HasSubstr("larger than"));
}

TEST(Reflection, RefusesTowersOfTypes) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("a/msg/T" + std::to_string(i));
  std::vector<testing::ShortType> tower;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    tower.push_back({names[i], {{"x", 1, 0, 0, names[i + 1]}}});
  }
  tower.push_back({names.back(), {{"x", 3}}});
  EXPECT_THAT(refusal_of(described({"a/msg/A", {{"x", 1, 0, 0, names[0]}}}, tower)),
              HasSubstr("deep"));
}

TEST(Reflection, RefusesKindsThatNoFieldHas) {
  for (const int type_id : {0, 12, 19, 20, 23, 47, 48, 48 + 12, 192, 500}) {
    EXPECT_THAT(refusal_of_field({"x", type_id, 1}), HasSubstr("type_id")) << type_id;
  }
  EXPECT_THAT(refusal_of_field({"x", 3, 1}), HasSubstr("capacity 1"));
  EXPECT_THAT(refusal_of_field({"x", 48 + 3}), HasSubstr("capacity 0"));
  EXPECT_THAT(refusal_of_field({"x", 17, 0, 4}), HasSubstr("string_capacity 4"));
  EXPECT_THAT(refusal_of_field({"x", 21}), HasSubstr("string_capacity 0"));
  EXPECT_THAT(refusal_of_field({"x", 3, 0, 0, "a/msg/B"}), HasSubstr("nested_type_name"));
  EXPECT_THAT(refusal_of_field({"x", 1}), HasSubstr("nested_type_name"));
}

TEST(Reflection, RefusesWhatIsNoDescription) {
  for (const char* text : {"", "{", "[]", "{}", "null", R"({"type_description": {}})",
                           R"({"type_description": 1, "referenced_type_descriptions": []})"}) {
    EXPECT_THAT(refusal_of(text), HasSubstr("type description"));
  }
  EXPECT_THAT(refusal_of_field({"a b", 3}), HasSubstr("no name of a field"));
  EXPECT_THAT(refusal_of(described({"a/msg/\\u0041;", {}}, {})), HasSubstr("no name of a type"));
  EXPECT_THAT(refusal_of(std::string(3'000'000, ' ')), HasSubstr("at most"));
}

TEST(Difference, NamesTheFirstFieldInWhichTypesDiffer) {
  const auto with = [](const std::vector<ShortField>& inner) {
    return parse(described({"a/msg/A", {{"before", 3}, {"inner", 1, 0, 0, "a/msg/B"}}},
                           {{"a/msg/B", inner}}));
  };
  const auto here = with({{"x", 11}, {"text", 21, 0, 8}});
  const auto difference = [&](const std::vector<ShortField>& inner) {
    return first_difference(here->type(), with(inner)->type());
  };
  EXPECT_EQ(difference({{"x", 11}, {"text", 21, 0, 8}}), "");
  EXPECT_EQ(difference({{"x", 10}, {"text", 21, 0, 8}}),
            "field \"inner.x\" is float64 here and float32 there");
  EXPECT_EQ(difference({{"x", 11}, {"text", 96 + 21, 2, 9}}),
            "field \"inner.text\" is string<=8 here and string<=9[<=2] there");
  EXPECT_EQ(difference({{"y", 11}, {"text", 21, 0, 8}}),
            "field 1 is \"inner.x\" (float64) here and \"inner.y\" (float64) there");
  EXPECT_EQ(difference({{"x", 11}}), "field \"inner.text\" (string<=8) is here and not there");
  EXPECT_EQ(difference({{"x", 11}, {"text", 21, 0, 8}, {"z", 15}}),
            "field \"inner.z\" (bool) is there and not here");
  EXPECT_EQ(first_difference(here->type(), parse(described({"a/msg/C", {}}, {}))->type()),
            "the type is a/msg/A here and a/msg/C there");
}

TEST(TypeHash, IsReadAsItIsWritten) {
  const TypeHash hash = hash_of_description("abc");
  // The first test vector of FIPS 180-4.
  const std::string text =
      "RIHS01_ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(to_string(hash), text);
  EXPECT_EQ(parse_type_hash(text), hash);
  EXPECT_FALSE(parse_type_hash(text.substr(1)));
  EXPECT_FALSE(parse_type_hash(text.substr(0, 70) + "g"));
  EXPECT_FALSE(parse_type_hash("RIHS02_" + text.substr(7)));
}

}  // namespace
}  // namespace baton::msg
