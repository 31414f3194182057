// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include <baton/exceptions.hpp>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/parameter_yaml.hpp"

namespace baton::client {
namespace {

using ::testing::HasSubstr;

using Integers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

ParameterLiteral text(const char* value) { return std::string(value); }
ParameterLiteral integer(std::int64_t value) { return value; }

TEST(ParameterLiteral, ScalarsHaveTheTypesThatRosGivesThem) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::pair<const char*, ParameterLiteral> cases[] = {
      {"true", true},
      {"True", true},
      {"on", true},
      {"Yes", true},
      {"y", true},
      {"false", false},
      {"OFF", false},
      {"n", false},
      {"tRue", text("tRue")},
      {"1", integer(1)},
      {"-7", integer(-7)},
      {"+7", integer(7)},
      {"0x1F", integer(31)},
      {"-0x10", integer(-16)},
      {"017", integer(15)},
      {"08", 8.0},
      {"9223372036854775807", integer(std::numeric_limits<std::int64_t>::max())},
      {"-9223372036854775808", integer(std::numeric_limits<std::int64_t>::min())},
      {"9223372036854775808", 9223372036854775808.0},
      {"1.0", 1.0},
      {"1.", 1.0},
      {".5", 0.5},
      {"-.5", -0.5},
      {"1e3", 1000.0},
      {"-1.5E-2", -0.015},
      {"0x1.8", 1.5},
      {".inf", infinity},
      {"+.Inf", infinity},
      {"-.INF", -infinity},
      {"inf", infinity},
      {"1e400", text("1e400")},
      {"1_000", text("1_000")},
      {"--1", text("--1")},
      {"+-1", text("+-1")},
      {"0x", text("0x")},
      {"1.2.3", text("1.2.3")},
      {"12:30", text("12:30")},
      {"hello world", text("hello world")},
      {"a:b", text("a:b")},
      {"/scan", text("/scan")},
      {"'1'", text("1")},
      {"\"true\"", text("true")},
      {"''", text("")},
      {"\"a\\nb\"", text("a\nb")},
      {"null", text("null")},
      {"~", text("~")},
      {"!!str 5", text("5")},
      {"!!str true", text("true")},
      {"!!float 5", 5.0},
      {"!!int 5", integer(5)},
      {"!!bool yes", true},
      {"!!binary aGk=", std::vector<std::uint8_t>{'h', 'i'}},
      {"!!binary |\n  aG\n  k=\n", std::vector<std::uint8_t>{'h', 'i'}},
      {"!!binary '//79'", std::vector<std::uint8_t>{0xff, 0xfe, 0xfd}},
      {"!!binary ''", std::vector<std::uint8_t>{}},
  };
  for (const auto& [yaml, value] : cases) {
    const ParameterLiteral read = read_parameter_value(yaml);
    EXPECT_TRUE(read == value) << yaml << " is " << kind_of(read);
  }
}

TEST(ParameterLiteral, NotANumberIsADouble) {
  for (const char* yaml : {".nan", ".NaN", ".NAN", "nan"}) {
    EXPECT_TRUE(std::isnan(std::get<double>(read_parameter_value(yaml)))) << yaml;
  }
}

TEST(ParameterLiteral, ListsHaveTheTypeOfTheirItems) {
  const std::pair<const char*, ParameterLiteral> cases[] = {
      {"[1, 2]", Integers{1, 2}},
      {"[1.0, .5]", std::vector<double>{1, 0.5}},
      {"[true, off]", std::vector<bool>{true, false}},
      {"[a, 'b', \"1\"]", Texts{"a", "b", "1"}},
      {"['1', a]", Texts{"1", "a"}},
      {"- 1\n- 2", Integers{1, 2}},
      {"[]", EmptyList{}},
      {"[null, ~]", Texts{"null", "~"}},
  };
  for (const auto& [yaml, value] : cases) {
    const ParameterLiteral read = read_parameter_value(yaml);
    EXPECT_TRUE(read == value) << yaml << " is " << kind_of(read);
  }
}

TEST(ParameterLiteral, WhatIsNoValueIsRefusedWithTheReason) {
  const std::pair<std::string_view, const char*> cases[] = {
      {"", "missing"},
      {"  ", "missing"},
      {"[1, 2.0]", "(write 1.0 for a double)"},
      {"[1.0, 2]", "an integer cannot be an item of a list of doubles"},
      {"[1, a]", "a text cannot be an item of a list of integers"},
      {"[[1]]", "one dimension"},
      {"{a: 1}", "-p group.name:=value"},
      {"a: 1", "quotes"},
      {"[1", "this is not YAML"},
      {", 2", "missing"},
      {std::string_view("a\0b\0", 4), "UTF-8"},
      {"]", "this is not YAML"},
      {"'a", "this is not YAML"},
      {"[{a: 1}]", "a mapping is no value"},
      {"[*a]", "this is not YAML"},
      {"[&a 1, *a]", "write the value again"},
      {"1\n---\n2", "second value"},
      {"!!int a", "'a' is not an integer, as its tag says"},
      {"!!set a", "cannot have the tag"},
      {"!mine a", "cannot have the tag '!mine'"},
      {"!!binary '*'", "base64"},
      {"!!binary aGk", "base64"},
      {"!!binary a===", "base64"},
      {"!!binary aG\xb4=", "base64"},
      {"[!!binary aGk=]", "bytes cannot be an item of a list"},
  };
  for (const auto& [yaml, why] : cases) {
    try {
      const auto read = read_parameter_value(std::string(yaml));
      ADD_FAILURE() << yaml << " is " << kind_of(read);
    } catch (const ArgumentFault& fault) {
      EXPECT_THAT(fault.what(), HasSubstr(why)) << yaml;
    }
  }
}

TEST(ParameterLiteral, ValuesBecomeParameterValues) {
  EXPECT_EQ(to_parameter_value(true, ""), ParameterValue(true));
  EXPECT_EQ(to_parameter_value(integer(3), ""), ParameterValue(3));
  EXPECT_EQ(to_parameter_value(0.5, ""), ParameterValue(0.5));
  EXPECT_EQ(to_parameter_value(text("a"), ""), ParameterValue("a"));
  EXPECT_EQ(to_parameter_value(Integers{1, 2}, ""), ParameterValue(Integers{1, 2}));
  EXPECT_EQ(to_parameter_value(Texts{"a"}, ""), ParameterValue(Texts{"a"}));
}

TEST(ParameterLiteral, AnEmptyListIsRefusedWhereItIsUsed) {
  try {
    to_parameter_value(EmptyList{}, "names");
    FAIL();
  } catch (const exceptions::InvalidParameterValueException& error) {
    EXPECT_THAT(error.what(), HasSubstr("parameter 'names': an empty list has no type"));
  }
}

}  // namespace
}  // namespace baton::client
