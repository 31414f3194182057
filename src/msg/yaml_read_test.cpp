// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <ctime>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton/msg/difference.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/described.hpp"

namespace baton::msg {
namespace {

using ::testing::HasSubstr;

class Yaml : public ::testing::Test {
 protected:
  static std::shared_ptr<const ReflectedType> sample() {
    std::string error;
    return ReflectedType::parse(testing::sample_description(), error);
  }

  void read(const std::string& yaml) {
    std::string error;
    EXPECT_TRUE(from_yaml(message_.type(), message_.data(), yaml, error)) << error;
  }
  void set(const std::string& path, const std::string& yaml) {
    std::string error;
    EXPECT_TRUE(set_field(message_.type(), message_.data(), path, yaml, error)) << error;
  }
  std::string refusal_of(const std::string& yaml) {
    std::string error;
    EXPECT_FALSE(from_yaml(message_.type(), message_.data(), yaml, error)) << yaml;
    return error;
  }
  std::string at(const std::string& path, const YamlStyle& style = {.flow = true}) {
    std::string error;
    const auto place = find_field(message_.type(), message_.data(), path, error);
    return place ? to_yaml(*place, style) : error;
  }

  DynamicMessage message_{sample()};
};

TEST_F(Yaml, LooksLikeTopicEcho) {
  read(
      "{stamp: {sec: 1, nanosec: 2}, name: map, valid: yes, x: 2, values: [1, 2.5, -1e20],"
      " data: [0, 255], words: [a b, '1'], wide: 'é', parts: [{id: -3, label: ''}, {id: 4}]}");
  EXPECT_EQ(to_yaml(message_.type(), message_.data()),
            "stamp:\n"
            "  sec: 1\n"
            "  nanosec: 2\n"
            "name: map\n"
            "valid: true\n"
            "x: 2.0\n"
            "values:\n"
            "- 1.0\n"
            "- 2.5\n"
            "- -1.0e+20\n"
            "data:\n"
            "- 0\n"
            "- 255\n"
            "words:\n"
            "- a b\n"
            "- '1'\n"
            "wide: 'é'\n"
            "parts:\n"
            "- id: -3\n"
            "  label: ''\n"
            "- id: 4\n"
            "  label: ''\n");
}

TEST_F(Yaml, FitsOnOneLineInFlowStyle) {
  EXPECT_EQ(to_yaml(message_.type(), message_.data(), {.flow = true}),
            "{stamp: {sec: 0, nanosec: 0}, name: '', valid: false, x: 0.0, values: [0.0, 0.0, 0.0],"
            " data: [], words: [], wide: '', parts: []}");
}

TEST_F(Yaml, QuotesWhatYamlWouldReadAsSomethingElse) {
  for (const char* text :
       {"no", "True", "null", "1",  "1e3", ".nan", "- a", "a: b", "a #b", " a", "a ",
        "~",  "'",    "it's", "{}", "[]",  "*a",   "&a",  "!a",   "%a",   "@a", "`a"}) {
    DynamicMessage other = message_;
    std::string error;
    std::string quoted;
    for (const char c : std::string(text)) quoted.append(c == '\'' ? 2 : 1, c);
    set("name", "'" + quoted + "'");
    const std::string yaml = to_yaml(message_.type(), message_.data());
    ASSERT_TRUE(from_yaml(other.type(), other.data(), yaml, error)) << error;
    EXPECT_EQ(first_difference(other.type(), message_.data(), other.data()), "") << yaml;
  }
  set("name", "\"line\\nbell\\x07\\\"\"");
  EXPECT_EQ(at("name"), "\"line\\nbell\\x07\\\"\"");
  set("name", "/camera/left_image.raw");
  EXPECT_EQ(at("name"), "/camera/left_image.raw");
}

TEST_F(Yaml, WritesSpecialNumbersAsYamlHasThem) {
  set("values", "[.nan, .inf, -.inf]");
  EXPECT_EQ(at("values"), "[.nan, .inf, -.inf]");
  set("x", "0.1");
  EXPECT_EQ(at("x"), "0.1");
  set("x", "1e300");
  EXPECT_EQ(at("x"), "1.0e+300");
}

TEST_F(Yaml, CutsWhatIsTooLong) {
  set("data", "[1, 2, 3, 4]");
  set("name", "abcdef");
  EXPECT_EQ(at("data", {.flow = true, .most_elements = 2}), "[1, 2, '...']");
  EXPECT_EQ(at("data", {.most_elements = 2}), "- 1\n- 2\n- '...'\n");
  EXPECT_EQ(at("name", {.most_elements = 4}), "abcd...\n");
  EXPECT_EQ(at("data", {.flow = true, .without_sequences = true}),
            "'<sequence type: uint8, length: 4>'");
  EXPECT_EQ(at("name", {.flow = true, .without_strings = true}), "'<string length: 6>'");
}

TEST_F(Yaml, KeepsFieldsThatAreNotNamed) {
  read("{name: a, x: 1}");
  read("{x: 2}");
  read("{}");
  read("");
  EXPECT_EQ(at("name"), "a");
  EXPECT_EQ(at("x"), "2.0");
}

TEST_F(Yaml, ReplacesSequencesAsAWhole) {
  read("{parts: [{id: 1, label: a}, {id: 2, label: b}], words: [a, b]}");
  read("{parts: [{label: c}], words: []}");
  EXPECT_EQ(at("parts"), "[{id: 0, label: c}]");
  EXPECT_EQ(at("words"), "[]");
}

TEST_F(Yaml, TakesNowAndAutoForStamps) {
  const std::time_t before = std::time(nullptr);
  read("{stamp: now}");
  std::string error;
  const auto seconds = find_field(message_.type(), message_.data(), "stamp.sec", error);
  ASSERT_TRUE(seconds);
  EXPECT_GE(*as_number(*seconds), static_cast<double>(before));
}

TEST_F(Yaml, SaysWhichFieldIsWrongAndWhy) {
  EXPECT_THAT(refusal_of("{stamp: {sec: 1.5}}"),
              HasSubstr("field \"stamp.sec\": '1.5' is no int32"));
  EXPECT_THAT(refusal_of("{stamp: {sec: 2147483648}}"), HasSubstr("is no int32"));
  EXPECT_THAT(refusal_of("{stamp: {nanosec: -1}}"), HasSubstr("is no uint32"));
  EXPECT_THAT(refusal_of("{data: [1, 256]}"), HasSubstr("field \"data[1]\": '256' is no uint8"));
  EXPECT_THAT(refusal_of("{x: 'text'}"), HasSubstr("the text 'text' is no float64"));
  EXPECT_THAT(refusal_of("{valid: 1}"), HasSubstr("is no bool"));
  EXPECT_THAT(refusal_of("{nam: a}"), HasSubstr("no field \"nam\"; it has stamp, name, valid"));
  EXPECT_THAT(refusal_of("{stamp: {min: 1}}"), HasSubstr("it has sec, nanosec"));
  EXPECT_THAT(refusal_of("{name: a, name: b}"), HasSubstr("given twice"));
  EXPECT_THAT(refusal_of("{values: [1, 2]}"), HasSubstr("2 elements, and it has 3"));
  EXPECT_THAT(refusal_of("{words: [a, b, c]}"), HasSubstr("at most 2"));
  EXPECT_THAT(refusal_of("{words: [abcdef]}"), HasSubstr("6 characters, and at most 5"));
  EXPECT_THAT(refusal_of("{data: 1}"), HasSubstr("is no list"));
  EXPECT_THAT(refusal_of("{stamp: soon}"), HasSubstr("wants a mapping"));
  EXPECT_THAT(refusal_of("{name: [a}"), HasSubstr("no YAML"));
}

TEST_F(Yaml, RefusesWhatFollowsAMessageInsteadOfLeavingItOut) {
  EXPECT_THAT(refusal_of("{name: a}, {x: 2}"), HasSubstr("second document"));
  EXPECT_THAT(refusal_of("name: a\n---\nx: 2\n"), HasSubstr("second document"));
  EXPECT_THAT(refusal_of(", 2"), HasSubstr("nothing can begin like this"));
  EXPECT_THAT(refusal_of(std::string("n\0a\0", 4)), HasSubstr("UTF-8"));
  read("---\nname: b\n...\n");
  EXPECT_EQ(at("name"), "b");
}

TEST_F(Yaml, TakesEveryIntegerThatFitsAndNoOther) {
  set("parts", "[{id: -128}]");
  EXPECT_EQ(at("parts[0].id"), "-128");
  set("parts[0].id", "0x7f");
  EXPECT_EQ(at("parts[0].id"), "127");
  for (const char* text : {"-129", "128", "--1", "1_0", "", "0x", "1 2"}) {
    std::string error;
    EXPECT_FALSE(set_field(message_.type(), message_.data(), "parts[0].id", text, error)) << text;
  }
  EXPECT_EQ(at("parts[0].id"), "127");
}

TEST_F(Yaml, FindsFieldsByPath) {
  read("{values: [1, 2, 3], parts: [{id: 1, label: a}]}");
  EXPECT_EQ(at("values[2]"), "3.0");
  EXPECT_EQ(at("parts[0].label"), "a");
  EXPECT_EQ(at("stamp"), "{sec: 0, nanosec: 0}");
  EXPECT_THAT(at("parts[1].label"), HasSubstr("\"parts\" has 1 elements"));
  EXPECT_THAT(at("part"), HasSubstr("test/msg/Sample has no field \"part\"; it has stamp, name"));
  EXPECT_THAT(at("x.y"), HasSubstr("\"x\" is no message"));
  EXPECT_THAT(at("x[0]"), HasSubstr("no array"));
  EXPECT_THAT(at("values[a]"), HasSubstr("an index is a number"));
  EXPECT_THAT(at("values["), HasSubstr("an index is a number"));
  EXPECT_THAT(at("parts.label"), HasSubstr("\"parts\" is no message"));
  EXPECT_THAT(at("parts[0]label"), HasSubstr("expected '.'"));
  EXPECT_THAT(at("stamp."), HasSubstr("no field \"\""));
  EXPECT_THAT(at("[0]"), HasSubstr("no array"));
}

TEST_F(Yaml, SurvivesStringsThatAreNoUtf8) {
  std::string error;
  set("name", "abc");
  const auto place = find_field(message_.type(), message_.data(), "name", error);
  const_cast<char*>(as_text(*place)->data())[1] = '\xff';
  EXPECT_EQ(at("name"), "\"a\\xffc\"");
}

}  // namespace
}  // namespace baton::msg
