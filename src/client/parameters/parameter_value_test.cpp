// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_value.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <baton/exceptions.hpp>

namespace baton {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Bools = std::vector<bool>;
using Integers = std::vector<std::int64_t>;
using Doubles = std::vector<double>;
using Strings = std::vector<std::string>;

template <class T>
concept Readable = requires(const ParameterValue& value) {
  value.get<T>();
};

std::vector<ParameterValue> one_of_each() {
  return {ParameterValue(),
          ParameterValue(true),
          ParameterValue(42),
          ParameterValue(0.5),
          ParameterValue("text"),
          ParameterValue(Bytes{0, 1, 255}),
          ParameterValue(Bools{true, false}),
          ParameterValue(Integers{-1, 2}),
          ParameterValue(Doubles{1.5, 1e9}),
          ParameterValue(Strings{"a", "b c"})};
}

TEST(ParameterValueTest, HasTheTypeOfWhatItIsMadeFrom) {
  const auto values = one_of_each();
  for (std::size_t type = 0; type < values.size(); ++type) EXPECT_EQ(values[type].get_type(), type);
  EXPECT_EQ(ParameterValue(std::int64_t{7}).get_type(), PARAMETER_INTEGER);
  EXPECT_EQ(ParameterValue(0.5f).get_type(), PARAMETER_DOUBLE);
  EXPECT_EQ(ParameterValue(std::string("x")).get_type(), PARAMETER_STRING);
  EXPECT_EQ(ParameterValue(std::vector<int>{1}).get_type(), PARAMETER_INTEGER_ARRAY);
  EXPECT_EQ(ParameterValue(std::vector<float>{1}).get_type(), PARAMETER_DOUBLE_ARRAY);
}

TEST(ParameterValueTest, GivesWhatItWasMadeFrom) {
  EXPECT_EQ(ParameterValue(true).get<PARAMETER_BOOL>(), true);
  EXPECT_EQ(ParameterValue(-3).get<PARAMETER_INTEGER>(), -3);
  EXPECT_EQ(ParameterValue(std::numeric_limits<std::int64_t>::min()).get<PARAMETER_INTEGER>(),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(ParameterValue(0.1f).get<PARAMETER_DOUBLE>(), static_cast<double>(0.1f));
  EXPECT_EQ(ParameterValue("x").get<PARAMETER_STRING>(), "x");
  EXPECT_EQ(ParameterValue(Bytes{7}).get<PARAMETER_BYTE_ARRAY>(), Bytes{7});
  EXPECT_EQ(ParameterValue(Bools{true}).get<PARAMETER_BOOL_ARRAY>(), Bools{true});
  EXPECT_EQ(ParameterValue(std::vector<int>{-7}).get<PARAMETER_INTEGER_ARRAY>(), Integers{-7});
  EXPECT_EQ(ParameterValue(std::vector<float>{0.5f}).get<PARAMETER_DOUBLE_ARRAY>(), Doubles{0.5});
  EXPECT_EQ(ParameterValue(Strings{"y"}).get<PARAMETER_STRING_ARRAY>(), Strings{"y"});
}

TEST(ParameterValueTest, IsReadAsAnyCxxTypeThatRosAllows) {
  EXPECT_EQ(ParameterValue(true).get<bool>(), true);
  EXPECT_EQ(ParameterValue(5).get<int>(), 5);
  EXPECT_EQ(ParameterValue(5).get<unsigned char>(), 5);
  EXPECT_EQ(ParameterValue(5).get<std::size_t>(), 5);
  EXPECT_EQ(ParameterValue(0.5).get<float>(), 0.5);
  EXPECT_EQ(ParameterValue(0.5).get<long double>(), 0.5);
  EXPECT_EQ(ParameterValue("x").get<const char*>(), "x");
  EXPECT_EQ(ParameterValue(Bytes{7}).get<Bytes>(), Bytes{7});
  EXPECT_EQ(ParameterValue(Bools{true}).get<Bools>(), Bools{true});
  EXPECT_EQ(ParameterValue(Integers{7}).get<std::vector<int>>(), Integers{7});
  EXPECT_EQ(ParameterValue(Integers{7}).get<Integers>(), Integers{7});
  EXPECT_EQ(ParameterValue(Doubles{7}).get<std::vector<float>>(), Doubles{7});
  EXPECT_EQ(ParameterValue(Doubles{7}).get<Doubles>(), Doubles{7});
  EXPECT_EQ(ParameterValue(Strings{"x"}).get<Strings>(), Strings{"x"});
}

TEST(ParameterValueTest, GivesReferencesToWhatItStores) {
  const ParameterValue value(5);
  EXPECT_TRUE((std::is_same_v<decltype(value.get<int>()), const std::int64_t&>));
  EXPECT_TRUE((std::is_same_v<decltype(value.get<float>()), const double&>));
  EXPECT_TRUE((std::is_same_v<decltype(value.get<std::vector<float>>()), const Doubles&>));
  EXPECT_EQ(&value.get<int>(), &value.get<PARAMETER_INTEGER>());
}

TEST(ParameterValueTest, IsNotReadAsATypeThatParametersDoNotHave) {
  struct Other {};
  EXPECT_TRUE(Readable<int>);
  EXPECT_FALSE(Readable<Other>);
  EXPECT_FALSE(Readable<std::vector<std::uint16_t>>);
  EXPECT_FALSE(Readable<int*>);
  EXPECT_FALSE((std::is_convertible_v<int, ParameterValue>));
}

/// Whether each of the ten values can be read as `Type`.
template <ParameterType Type>
void expect_read_only_from_its_own() {
  for (const ParameterValue& value : one_of_each()) {
    if (value.get_type() == Type) {
      EXPECT_NO_THROW(value.get<Type>());
      continue;
    }
    try {
      value.get<Type>();
      ADD_FAILURE() << to_string(value.get_type()) << " read as " << to_string(Type);
    } catch (const ParameterTypeException& error) {
      EXPECT_EQ(error.what(),
                "expected [" + to_string(Type) + "] got [" + to_string(value.get_type()) + "]");
    }
  }
}

TEST(ParameterValueTest, EveryWrongTypeIsRefusedByName) {
  expect_read_only_from_its_own<PARAMETER_BOOL>();
  expect_read_only_from_its_own<PARAMETER_INTEGER>();
  expect_read_only_from_its_own<PARAMETER_DOUBLE>();
  expect_read_only_from_its_own<PARAMETER_STRING>();
  expect_read_only_from_its_own<PARAMETER_BYTE_ARRAY>();
  expect_read_only_from_its_own<PARAMETER_BOOL_ARRAY>();
  expect_read_only_from_its_own<PARAMETER_INTEGER_ARRAY>();
  expect_read_only_from_its_own<PARAMETER_DOUBLE_ARRAY>();
  expect_read_only_from_its_own<PARAMETER_STRING_ARRAY>();
  EXPECT_THROW(ParameterValue(5).get<double>(), ParameterTypeException);
  EXPECT_THROW(ParameterValue(5.0).get<int>(), ParameterTypeException);
  EXPECT_THROW(ParameterValue(true).get<int>(), ParameterTypeException);
}

TEST(ParameterValueTest, TravelsThroughItsMessage) {
  for (const ParameterValue& value : one_of_each()) {
    const rcl_interfaces::msg::ParameterValue message = value.to_value_msg();
    EXPECT_EQ(message.type, value.get_type());
    EXPECT_EQ(ParameterValue(message), value) << to_string(value);
  }
}

TEST(ParameterValueTest, OfAMessageReadsOnlyTheMemberThatTheTypeNames) {
  rcl_interfaces::msg::ParameterValue message = ParameterValue(5).to_value_msg();
  message.string_value = "left over";
  EXPECT_EQ(ParameterValue(message), ParameterValue(5));
}

TEST(ParameterValueTest, OfAMessageWithATypeThatIsNoneIsRefused) {
  rcl_interfaces::msg::ParameterValue message;
  message.type = 10;
  EXPECT_THROW(ParameterValue{message}, exceptions::UnknownTypeError);
}

TEST(ParameterValueTest, EqualsTheSameTypeAndValueOnly) {
  const auto values = one_of_each();
  for (std::size_t a = 0; a < values.size(); ++a) {
    for (std::size_t b = 0; b < values.size(); ++b) {
      EXPECT_EQ(values[a] == values[b], a == b);
    }
  }
  EXPECT_NE(ParameterValue(5), ParameterValue(6));
  EXPECT_NE(ParameterValue(5), ParameterValue(5.0));
  EXPECT_NE(ParameterValue(std::nan("")), ParameterValue(std::nan("")));
}

TEST(ParameterValueTest, PrintsAsInRos) {
  const std::vector<std::string> texts = {
      "not set",        "true",          "42",      "0.500000",     "text",
      "[0, 0x1, 0xff]", "[true, false]", "[-1, 2]", "[1.5, 1e+09]", "[a, b c]"};
  const auto values = one_of_each();
  for (std::size_t type = 0; type < values.size(); ++type) {
    EXPECT_EQ(to_string(values[type]), texts[type]);
  }
  EXPECT_EQ(to_string(ParameterValue(false)), "false");
  EXPECT_EQ(to_string(ParameterValue(Doubles{})), "[]");
}

TEST(ParameterValueTest, TypesPrintTheirName) {
  const std::vector<std::string> names = {
      "not set",    "bool",       "integer",       "double",       "string",
      "byte_array", "bool_array", "integer_array", "double_array", "string_array"};
  for (std::size_t type = 0; type < names.size(); ++type) {
    std::ostringstream stream;
    stream << static_cast<ParameterType>(type);
    EXPECT_EQ(stream.str(), names[type]);
  }
  EXPECT_EQ(to_string(static_cast<ParameterType>(10)), "unknown type");
}

}  // namespace
}  // namespace baton
