// SPDX-License-Identifier: Apache-2.0
#include "client/topic_name.hpp"

#include <gtest/gtest.h>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

TEST(TopicName, ARelativeNameIsBelowTheRoot) {
  EXPECT_EQ(absolute_topic_name("chatter"), "/chatter");
  EXPECT_EQ(absolute_topic_name("a/b_c/d2"), "/a/b_c/d2");
}

TEST(TopicName, AnAbsoluteNameStays) {
  EXPECT_EQ(absolute_topic_name("/camera/left"), "/camera/left");
}

TEST(TopicName, TheLongestNameIsAccepted) {
  EXPECT_EQ(absolute_topic_name(std::string(246, 'a')).size(), 247u);
  EXPECT_THROW(absolute_topic_name(std::string(247, 'a')), exceptions::InvalidTopicNameError);
}

TEST(TopicName, WhatNeedsANodeIsRefusedWithThePlace) {
  for (const auto& [name, place] : {std::pair<const char*, std::size_t>{"~/a", 0}, {"a{ns}", 1}}) {
    try {
      absolute_topic_name(name);
      ADD_FAILURE() << name;
    } catch (const exceptions::InvalidTopicNameError& error) {
      EXPECT_NE(error.error_msg.find("need a node"), std::string::npos);
      EXPECT_EQ(error.invalid_index, place);
    }
  }
}

TEST(TopicName, WhatRosForbidsIsRefused) {
  for (const char* name : {"", "/", "a/", "a//b", "2nd", "a b", "a-b", "a.b"}) {
    EXPECT_THROW(absolute_topic_name(name), exceptions::InvalidTopicNameError) << name;
  }
}

}  // namespace
}  // namespace baton::client
