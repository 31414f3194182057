// SPDX-License-Identifier: Apache-2.0
#include "client/topic/content_filter.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

#include <baton/exceptions.hpp>
#include <rcl_interfaces/msg/log.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/msg/parameter_value.hpp>

#include "client/topic/filter_parser.hpp"

namespace baton::client {
namespace {

using rcl_interfaces::msg::Log;
using rcl_interfaces::msg::ParameterEvent;
using rcl_interfaces::msg::ParameterValue;
using ::testing::AllOf;
using ::testing::HasSubstr;

template <class M>
bool wants(const M& message, const std::string& expression,
           const std::vector<std::string>& parameters = {}) {
  const auto filter = ContentFilter::parse(msg::type_support<M>(), {expression, parameters});
  return filter->matches(reinterpret_cast<const std::byte*>(&message));
}

template <class M = ParameterValue>
std::string refusal(const std::string& expression,
                    const std::vector<std::string>& parameters = {}) {
  try {
    (void)ContentFilter::parse(msg::type_support<M>(), {expression, parameters});
  } catch (const exceptions::RCLInvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

ParameterValue value() {
  ParameterValue made;
  made.bool_value = true;
  made.integer_value = -5;
  made.double_value = 2.5;
  made.string_value = "camera_left";
  made.integer_array_value.push_back(7);
  made.integer_array_value.push_back(8);
  return made;
}

TEST(ContentFilterTest, NumbersAreComparedByAllRelations) {
  EXPECT_TRUE(wants(value(), "integer_value = -5"));
  EXPECT_FALSE(wants(value(), "integer_value = 5"));
  EXPECT_TRUE(wants(value(), "integer_value <> 5"));
  EXPECT_TRUE(wants(value(), "integer_value != 5"));
  EXPECT_TRUE(wants(value(), "integer_value < -4"));
  EXPECT_FALSE(wants(value(), "integer_value < -5"));
  EXPECT_TRUE(wants(value(), "integer_value <= -5"));
  EXPECT_TRUE(wants(value(), "integer_value > -6"));
  EXPECT_TRUE(wants(value(), "integer_value >= -5"));
  EXPECT_TRUE(wants(value(), "double_value = 2.5"));
  EXPECT_TRUE(wants(value(), "double_value < 25e-1 OR double_value >= +2.5"));
  EXPECT_TRUE(wants(value(), "integer_value < 0x10"));
  EXPECT_TRUE(wants(value(), "-5 = integer_value"));
  EXPECT_TRUE(wants(value(), "integer_value > -5.5"));
}

TEST(ContentFilterTest, LargeIntegersAreComparedExactly) {
  ParameterValue large;
  large.integer_value = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(wants(large, "integer_value = 9223372036854775807"));
  EXPECT_FALSE(wants(large, "integer_value = 9223372036854775806"));
  EXPECT_TRUE(wants(large, "integer_value < 18446744073709551615"));
  large.integer_value = std::numeric_limits<std::int64_t>::min();
  EXPECT_TRUE(wants(large, "integer_value = -9223372036854775808"));
}

TEST(ContentFilterTest, FieldsAreComparedWithFields) {
  EXPECT_TRUE(wants(value(), "integer_value < double_value"));
  EXPECT_FALSE(wants(value(), "double_value < integer_value"));
}

TEST(ContentFilterTest, BoolsAndStringsHaveTheirOwnLiterals) {
  EXPECT_TRUE(wants(value(), "bool_value = TRUE"));
  EXPECT_FALSE(wants(value(), "bool_value = false"));
  EXPECT_TRUE(wants(value(), "string_value = 'camera_left'"));
  EXPECT_TRUE(wants(value(), "string_value = `camera_left'"));
  EXPECT_TRUE(wants(value(), "string_value > 'camera'"));
  EXPECT_FALSE(wants(value(), "string_value = ''"));
  EXPECT_TRUE(wants(ParameterValue(), "string_value = ''"));
}

TEST(ContentFilterTest, ACharacterIsItsCode) {
  Log message;
  message.level = 'A';
  EXPECT_TRUE(wants(message, "level = 'A'"));
  EXPECT_FALSE(wants(message, "level = 'B'"));
}

TEST(ContentFilterTest, BetweenIncludesItsEnds) {
  EXPECT_TRUE(wants(value(), "integer_value BETWEEN -5 AND 3"));
  EXPECT_TRUE(wants(value(), "integer_value between -9 and -5"));
  EXPECT_FALSE(wants(value(), "integer_value BETWEEN -4 AND 3"));
  EXPECT_TRUE(wants(value(), "integer_value NOT BETWEEN -4 AND 3"));
  EXPECT_FALSE(wants(value(), "integer_value NOT BETWEEN -5 AND 3"));
}

TEST(ContentFilterTest, LikeKnowsAnyTextAndAnyCharacter) {
  EXPECT_TRUE(wants(value(), "string_value LIKE 'camera%'"));
  EXPECT_TRUE(wants(value(), "string_value LIKE '%left'"));
  EXPECT_TRUE(wants(value(), "string_value LIKE '%a%a%'"));
  EXPECT_TRUE(wants(value(), "string_value like 'camera_lef_'"));
  EXPECT_FALSE(wants(value(), "string_value LIKE 'camera'"));
  EXPECT_FALSE(wants(value(), "string_value LIKE '_'"));
  EXPECT_TRUE(wants(value(), "string_value LIKE '%%'"));
  ParameterValue utf8;
  utf8.string_value = "Grüße";
  EXPECT_TRUE(wants(utf8, "string_value LIKE 'Gr___'"));
}

TEST(ContentFilterTest, AndBindsTighterThanOrAndNotTighterThanBoth) {
  EXPECT_TRUE(wants(value(), "integer_value = -5 OR integer_value = 1 AND bool_value = FALSE"));
  EXPECT_FALSE(wants(value(), "(integer_value = -5 OR integer_value = 1) AND bool_value = FALSE"));
  EXPECT_FALSE(wants(value(), "NOT integer_value = -5 AND bool_value = TRUE"));
  EXPECT_TRUE(wants(value(), "NOT (integer_value = -5 AND bool_value = FALSE)"));
  EXPECT_TRUE(wants(value(), "NOT NOT integer_value = -5"));
  EXPECT_FALSE(wants(value(), "NOT (integer_value = 1 OR bool_value = TRUE)"));
}

TEST(ContentFilterTest, ParametersAreTextsOfTheFieldsKind) {
  const std::vector<std::string> parameters = {"-5", "TRUE", "'camera_left'", "camera_left", "3"};
  EXPECT_TRUE(wants(value(), "integer_value = %0", parameters));
  EXPECT_TRUE(wants(value(), "bool_value = %1", parameters));
  EXPECT_TRUE(wants(value(), "string_value = %2", parameters));
  EXPECT_TRUE(wants(value(), "string_value = %3", parameters));
  EXPECT_TRUE(wants(value(), "string_value LIKE %3", parameters));
  EXPECT_TRUE(wants(value(), "integer_value BETWEEN %0 AND %4", parameters));
}

TEST(ContentFilterTest, NestedFieldsAndElementsAreReached) {
  ParameterEvent event;
  event.stamp.sec = 4;
  event.node = "/arm";
  EXPECT_TRUE(wants(event, "stamp.sec = 4 AND node = '/arm'"));
  EXPECT_TRUE(wants(value(), "integer_array_value[1] = 8"));
  event.new_parameters.emplace_back();
  event.new_parameters[0].name = "speed";
  event.new_parameters[0].value = value();
  EXPECT_TRUE(wants(event, "new_parameters[0].name = 'speed'"));
  EXPECT_TRUE(wants(event, "new_parameters[0].value.integer_array_value[0] = 7"));
}

TEST(ContentFilterTest, AnElementThatIsNotThereEqualsNothingAndDiffersFromNothing) {
  EXPECT_FALSE(wants(value(), "integer_array_value[2] = 0"));
  EXPECT_FALSE(wants(value(), "integer_array_value[2] <> 0"));
  EXPECT_TRUE(wants(value(), "NOT integer_array_value[2] = 0"));
}

TEST(ContentFilterTest, NotANumberIsUnequalToAll) {
  ParameterValue nan;
  nan.double_value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(wants(nan, "double_value = double_value"));
  EXPECT_TRUE(wants(nan, "double_value <> 1.0"));
  EXPECT_FALSE(wants(nan, "double_value < 1.0"));
}

TEST(ContentFilterTest, ARefusalPointsAtTheFault) {
  EXPECT_THAT(refusal("integer_value >> 5"),
              AllOf(HasSubstr("rcl_interfaces/msg/ParameterValue"),
                    HasSubstr("  integer_value >> 5\n                 ^")));
  EXPECT_THAT(refusal("speed = 1"), HasSubstr("has no field 'speed'; it has type, bool_value"));
  EXPECT_THAT(refusal("integer_value = 'a text'"), HasSubstr("is a number"));
  EXPECT_THAT(refusal("string_value = 5"), HasSubstr("texts are in quotes"));
  EXPECT_THAT(refusal("bool_value = 1"), HasSubstr("TRUE or FALSE"));
  EXPECT_THAT(refusal("string_value = integer_value"), HasSubstr("cannot be compared"));
  EXPECT_THAT(refusal("1 = 1"), HasSubstr("must be a field"));
  EXPECT_THAT(refusal("integer_value = %1", {"1"}), HasSubstr("there is no parameter %1"));
  EXPECT_THAT(refusal("integer_value = %"), HasSubstr("%0 to %99"));
  EXPECT_THAT(refusal("integer_value LIKE 'a'"), HasSubstr("LIKE is for strings"));
  EXPECT_THAT(refusal("string_value LIKE string_value"), HasSubstr("LIKE needs a text"));
  EXPECT_THAT(refusal("(integer_value = 1"), HasSubstr("expected ')'"));
  EXPECT_THAT(refusal("integer_value = 1)"), HasSubstr("expected AND, OR or the end"));
  EXPECT_THAT(refusal("integer_value BETWEEN 1 OR 2"), HasSubstr("expected AND"));
  EXPECT_THAT(refusal("integer_array_value = 1"), HasSubstr("has several values"));
  EXPECT_THAT(refusal("integer_value[0] = 1"), HasSubstr("neither an array nor a sequence"));
  EXPECT_THAT(refusal("integer_array_value[x] = 1"), HasSubstr("an index is a number"));
  EXPECT_THAT(refusal<ParameterEvent>("stamp = 1"), HasSubstr("name one of its fields"));
  EXPECT_THAT(refusal("string_value = 'open"), HasSubstr("no closing quote"));
  EXPECT_THAT(refusal("integer_value = 12abc"), HasSubstr("no number"));
  EXPECT_THAT(refusal("string_value MATCH 'a'"), HasSubstr("LIKE or BETWEEN"));
  EXPECT_THAT(refusal(""), HasSubstr("expected a field"));
}

TEST(ContentFilterTest, DepthAndSizeAreBounded) {
  const std::string deep(filter_most_depth - 1, '(');
  const std::string closed(filter_most_depth - 1, ')');
  EXPECT_TRUE(wants(value(), deep + "integer_value = -5" + closed));
  EXPECT_THAT(refusal("((" + deep + "integer_value = -5" + closed + "))"),
              HasSubstr("at most 64 deep"));
  EXPECT_THAT(refusal(std::string(filter_most_bytes + 1, ' ')), HasSubstr("more than 16384 bytes"));
  std::string wide = "integer_value = -5";
  while (wide.size() < filter_most_bytes - 30) wide += " AND integer_value < 0";
  EXPECT_TRUE(wants(value(), wide));
  EXPECT_THAT(refusal("integer_value = 1", std::vector<std::string>(101, "1")),
              HasSubstr("there can be 100"));
}

}  // namespace
}  // namespace baton::client
