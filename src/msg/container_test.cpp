// SPDX-License-Identifier: Apache-2.0
//
// Containers of messages beside those of std, in code that was written for the latter.
#include <algorithm>
#include <array>
#include <regex>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton/msg/bounded_string.hpp>
#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/string.hpp>
#include <baton/msg/vector.hpp>

namespace baton::msg {
namespace {

using testing::ElementsAre;

struct Message {
  String data;
  Vector<float> ranges;
  Vector<String> names;
  BoundedVector<float, 2> few;
};

TEST(StandardContainers, AreWhatAConditionalOfBothKindsIs) {
  Message message;
  message.data = "map";
  message.ranges = {1};
  const Message& seen = message;
  for (const bool choice : {false, true}) {
    auto text = choice ? std::string("x") : message.data;
    auto same = choice ? seen.data : std::string("map");
    auto numbers = choice ? std::vector<float>{2, 3} : message.ranges;
    auto view = choice ? std::string_view("x") : seen.data;
    static_assert(std::is_same_v<decltype(text), std::string>);
    static_assert(std::is_same_v<decltype(same), std::string>);
    static_assert(std::is_same_v<decltype(numbers), std::vector<float>>);
    static_assert(std::is_same_v<decltype(view), std::string_view>);
    EXPECT_EQ(text, choice ? "x" : "map");
    EXPECT_EQ(same, "map");
    EXPECT_EQ(numbers.size(), choice ? 2u : 1u);
    EXPECT_EQ(view, text);
  }
  EXPECT_EQ(std::string(seen.ranges.empty() ? "x" : seen.data), "map");
}

TEST(StandardContainers, HaveTheIteratorsOfTheMessagesOnes) {
  Message message;
  message.ranges = {3, 1, 2};
  message.data = "cab";
  const Message& seen = message;
  std::vector<float>::iterator number = message.ranges.begin();
  std::vector<float>::const_iterator last = seen.ranges.end();
  std::string::iterator letter = message.data.begin();
  std::string::const_iterator end = seen.data.cend();
  *number = 4;
  *letter = 'd';
  EXPECT_EQ(last - number, 3);
  EXPECT_EQ(end - letter, 3);
  std::sort(message.ranges.begin(), message.ranges.end());
  EXPECT_THAT(message.ranges, ElementsAre(1, 2, 4));
  EXPECT_EQ(message.data, "dab");
}

TEST(StandardContainers, AreMatchedByRegularExpressionsWhereTheTextLies) {
  String text;
  text = "joint_7";
  std::smatch match;
  ASSERT_TRUE(std::regex_match(text.cbegin(), text.cend(), match, std::regex("([a-z]+)_([0-9])")));
  EXPECT_EQ(match[1].str(), "joint");
  EXPECT_EQ(&*match[2].first, text.data() + 6);
}

TEST(StandardContainers, SwapWithThoseOfMessages) {
  Message message;
  message.ranges = {1, 2};
  message.data = "frame";
  message.names = {"a", "b"};
  std::vector<float> numbers{3};
  std::string text = "text";
  std::vector<std::string> names{"c"};
  message.ranges.swap(numbers);
  EXPECT_THAT(message.ranges, ElementsAre(3));
  EXPECT_THAT(numbers, ElementsAre(1, 2));
  using std::swap;
  swap(numbers, message.ranges);
  swap(message.ranges, numbers);
  EXPECT_THAT(numbers, ElementsAre(1, 2));
  swap(message.names, names);
  EXPECT_THAT(message.names, ElementsAre("c"));
  EXPECT_THAT(names, ElementsAre("a", "b"));
  swap(text, message.data);
  EXPECT_EQ(text, "frame");
  message.data.swap(text);
  EXPECT_EQ(text, "text");
}

TEST(StandardContainers, OfListsInListsAreAssigned) {
  const float a = 1;
  const float b = 2;
  Message message;
  message.ranges = {{a, b}};
  EXPECT_THAT(message.ranges, ElementsAre(1, 2));
  message.few = {{a, b}};
  EXPECT_THAT(message.few, ElementsAre(1, 2));
  message.ranges = {};
  EXPECT_TRUE(message.ranges.empty());
  const std::string one = "one";
  message.names = {{one, one}};
  EXPECT_THAT(message.names, ElementsAre("one", "one"));
}

TEST(StandardContainers, OfStringsAreWhatSequencesOfStringsAreFilledWith) {
  const std::string text = "base";
  Message message;
  message.names.push_back(text);
  message.names.insert(message.names.begin(), text + "_link");
  message.names.insert(message.names.end(), 2, text);
  EXPECT_THAT(message.names, ElementsAre("base_link", "base", "base", "base"));
  message.names.resize(1);
  message.names.resize(2, text);
  message.names.emplace_back(text);
  EXPECT_THAT(message.names, ElementsAre("base_link", "base", "base"));
  message.names.assign(1, text);
  message.names.push_back(message.names[0]);
  EXPECT_THAT(message.names, ElementsAre("base", "base"));
  message.names = {text, message.names[0], "x"};
  EXPECT_THAT(message.names, ElementsAre("base", "base", "x"));
  EXPECT_THAT(Vector<String>(2, text), ElementsAre("base", "base"));
}

TEST(StandardContainers, CompareOnEitherSide) {
  const std::string text = "b";
  const std::vector<float> numbers{1, 2};
  Message message;
  message.data = "a";
  message.ranges = {1, 3};
  EXPECT_TRUE(text != message.data && message.data != text);
  EXPECT_TRUE(message.data < text && text > message.data && message.data <= "a");
  EXPECT_TRUE("a" == message.data && std::string_view("b") >= message.data);
  EXPECT_TRUE(numbers != message.ranges && numbers < message.ranges);
  EXPECT_TRUE(message.ranges >= numbers && !(message.ranges == numbers));
  EXPECT_TRUE(message.few != message.ranges);
}

TEST(StandardContainers, AreReadFromStreamsAsBefore) {
  std::stringstream stream("first line\nsecond");
  String line;
  getline(stream, line);
  EXPECT_EQ(line, "first line");
  stream >> line;
  EXPECT_EQ(line, "second");
}

}  // namespace
}  // namespace baton::msg
