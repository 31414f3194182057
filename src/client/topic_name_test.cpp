// SPDX-License-Identifier: Apache-2.0
#include "client/topic_name.hpp"

#include <gmock/gmock.h>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::string& name) {
  try {
    return "accepted as " + absolute_topic_name(name);
  } catch (const exceptions::InvalidTopicNameError& error) {
    return error.what();
  }
}

TEST(TopicName, ARelativeNameIsBelowTheRoot) {
  EXPECT_EQ(absolute_topic_name("chatter"), "/chatter");
  EXPECT_EQ(absolute_topic_name("a/b_c/d2"), "/a/b_c/d2");
}

TEST(TopicName, AnAbsoluteNameStays) {
  EXPECT_EQ(absolute_topic_name("/camera/left"), "/camera/left");
}

TEST(TopicName, TheLongestNameIsAccepted) {
  EXPECT_EQ(absolute_topic_name('/' + std::string(246, 'a')).size(), 247u);
}

struct Forbidden {
  std::string name;
  std::string why;
  std::size_t position;
};

TEST(TopicName, WhatRosForbidsIsRefusedWithTheReasonAndThePlace) {
  const Forbidden cases[] = {
      {"", "empty", 0},
      {"/", "end with '/'", 0},
      {"a/", "end with '/'", 1},
      {"a//b", "repeated", 2},
      {"2nd", "number", 0},
      {"/a/2b", "number", 3},
      {"a b", "alphanumerics", 1},
      {"a-b", "alphanumerics", 1},
      {"caf\xc3\xa9", "alphanumerics", 3},
      {"~/a", "node", 0},
      {"a{b}", "node", 1},
      {"a.b", "alphanumerics", 1},
      {std::string(248, 'a'), "longer", 247},
  };
  for (const Forbidden& each : cases) {
    EXPECT_THAT(refusal(each.name), HasSubstr(each.why)) << each.name;
    EXPECT_THAT(refusal(each.name), HasSubstr("position " + std::to_string(each.position)));
    EXPECT_THAT(refusal(each.name), HasSubstr('\'' + each.name + '\''));
  }
}

}  // namespace
}  // namespace baton::client
