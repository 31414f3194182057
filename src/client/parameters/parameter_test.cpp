// SPDX-License-Identifier: Apache-2.0
#include <baton/exceptions.hpp>
#include <baton/parameter.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <baton/parameter_map.hpp>

namespace baton {
namespace {

TEST(ParameterTest, WithoutAValueIsNotSet) {
  EXPECT_EQ(Parameter().get_name(), "");
  EXPECT_EQ(Parameter().get_type(), PARAMETER_NOT_SET);
  EXPECT_EQ(Parameter("a").get_name(), "a");
  EXPECT_EQ(Parameter("a").get_type(), PARAMETER_NOT_SET);
  EXPECT_EQ(Parameter("a").get_type_name(), "not set");
}

TEST(ParameterTest, IsMadeFromWhateverAValueIsMadeFrom) {
  EXPECT_EQ(Parameter("a", 5).get_parameter_value(), ParameterValue(5));
  EXPECT_EQ(Parameter("a", 0.5f).get_parameter_value(), ParameterValue(0.5));
  EXPECT_EQ(Parameter("a", "x").get_parameter_value(), ParameterValue("x"));
  EXPECT_EQ(Parameter("a", ParameterValue(true)).get_parameter_value(), ParameterValue(true));
  EXPECT_EQ(Parameter("a", ParameterValue(5).to_value_msg()).as_int(), 5);
  EXPECT_EQ(Parameter("a", std::vector<int>{1, 2}).get_type_name(), "integer_array");
}

TEST(ParameterTest, IsReadAsItsTypeAndAsNoOther) {
  EXPECT_TRUE(Parameter("a", true).as_bool());
  EXPECT_EQ(Parameter("a", 5).as_int(), 5);
  EXPECT_EQ(Parameter("a", 0.5).as_double(), 0.5);
  EXPECT_EQ(Parameter("a", "x").as_string(), "x");
  EXPECT_EQ(Parameter("a", std::vector<std::uint8_t>{1}).as_byte_array().size(), 1u);
  EXPECT_EQ(Parameter("a", std::vector<bool>{true}).as_bool_array().size(), 1u);
  EXPECT_EQ(Parameter("a", std::vector<std::int64_t>{1}).as_integer_array().size(), 1u);
  EXPECT_EQ(Parameter("a", std::vector<double>{1}).as_double_array().size(), 1u);
  EXPECT_EQ(Parameter("a", std::vector<std::string>{"x"}).as_string_array().size(), 1u);
  const Parameter unset("a");
  EXPECT_THROW(unset.as_bool(), ParameterTypeException);
  EXPECT_THROW(unset.as_int(), ParameterTypeException);
  EXPECT_THROW(unset.as_double(), ParameterTypeException);
  EXPECT_THROW(unset.as_string(), ParameterTypeException);
  EXPECT_THROW(unset.as_byte_array(), ParameterTypeException);
  EXPECT_THROW(unset.as_bool_array(), ParameterTypeException);
  EXPECT_THROW(unset.as_integer_array(), ParameterTypeException);
  EXPECT_THROW(unset.as_double_array(), ParameterTypeException);
  EXPECT_THROW(unset.as_string_array(), ParameterTypeException);
}

TEST(ParameterTest, GivesItsValueInEachWay) {
  const Parameter parameter("a", 5);
  EXPECT_EQ(parameter.get_value<PARAMETER_INTEGER>(), 5);
  EXPECT_EQ(parameter.get_value<int>(), 5);
  EXPECT_EQ(parameter.get_value<ParameterValue>(), ParameterValue(5));
  EXPECT_EQ(parameter.get_value<Parameter>(), parameter);
  EXPECT_THROW(parameter.get_value<std::string>(), exceptions::InvalidParameterTypeException);
  EXPECT_TRUE((std::is_same_v<decltype(parameter.get_value<std::string>()), std::string>));
  EXPECT_TRUE(
      (std::is_same_v<decltype(parameter.get_value<PARAMETER_STRING>()), const std::string&>));
  EXPECT_EQ(parameter.get_value_message().integer_value, 5);
}

TEST(ParameterTest, TravelsThroughItsMessage) {
  const Parameter parameter("a.b", std::vector<std::string>{"x", "y"});
  const rcl_interfaces::msg::Parameter message = parameter.to_parameter_msg();
  EXPECT_EQ(std::string(message.name), "a.b");
  EXPECT_EQ(message.value.type, PARAMETER_STRING_ARRAY);
  EXPECT_EQ(Parameter::from_parameter_msg(message), parameter);
}

TEST(ParameterTest, EqualsTheSameNameAndValueOnly) {
  EXPECT_EQ(Parameter("a", 5), Parameter("a", 5));
  EXPECT_NE(Parameter("a", 5), Parameter("b", 5));
  EXPECT_NE(Parameter("a", 5), Parameter("a", 6));
}

TEST(ParameterTest, PrintsAsInRos) {
  const Parameter parameter("rate", 10);
  const std::vector<Parameter> parameters = {parameter, Parameter("on", true)};
  EXPECT_EQ(parameter.value_to_string(), "10");
  EXPECT_EQ(std::to_string(parameter), R"({"name": "rate", "type": "integer", "value": "10"})");
  EXPECT_EQ(_to_json_dict_entry(parameter), R"("rate": {"type": "integer", "value": "10"})");
  EXPECT_EQ(std::to_string(parameters), R"({"rate": {"type": "integer", "value": "10"}, )"
                                        R"("on": {"type": "bool", "value": "true"}})");
  EXPECT_EQ(std::to_string(std::vector<Parameter>()), "{}");
  std::ostringstream one;
  one << parameter;
  EXPECT_EQ(one.str(), std::to_string(parameter));
  std::ostringstream both;
  both << parameters;
  EXPECT_EQ(both.str(), std::to_string(parameters));
}

TEST(ParameterTest, PrintsJsonWhateverTheTextHolds) {
  EXPECT_EQ(_to_json_dict_entry(Parameter("a", "say \"hi\"\n")),
            R"("a": {"type": "string", "value": "say \"hi\"\n"})");
  EXPECT_NE(_to_json_dict_entry(Parameter("a", "\xff")).find("\xef\xbf\xbd"), std::string::npos);
}

TEST(ParameterTest, TheMapOfNodesHoldsThem) {
  ParameterMap map;
  map["/node"].emplace_back("rate", 10);
  EXPECT_EQ(map.at("/node").front().as_int(), 10);
}

}  // namespace
}  // namespace baton
