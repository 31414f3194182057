// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/node_pattern.hpp"

#include <gtest/gtest.h>

namespace baton::client {
namespace {

struct Match {
  const char* pattern;
  const char* node;
  bool matches;
};

TEST(NodePattern, WildcardsStandForPartsOfNames) {
  const Match cases[] = {
      {"/talker", "/talker", true},
      {"/talker", "/ns/talker", false},
      {"/talker", "/talker2", false},
      {"/ns/talker", "/ns/talker", true},
      {"/ns/talker", "/talker", false},
      {"/**", "/talker", true},
      {"/**", "/a/b/c", true},
      {"/*", "/talker", true},
      {"/*", "/ns/talker", false},
      {"/*/talker", "/ns/talker", true},
      {"/*/talker", "/talker", false},
      {"/*/talker", "/a/b/talker", false},
      {"/**/talker", "/talker", true},
      {"/**/talker", "/a/b/talker", true},
      {"/**/talker", "/a/talker/b", false},
      {"/**/talker", "/talker/talker/b/talker", true},
      {"/ns/**", "/ns/a", true},
      {"/ns/**", "/ns/a/b", true},
      {"/ns/**", "/ns", true},
      {"/ns/*", "/ns", false},
      {"/ns/*", "/ns/a", true},
      {"/a/**/b/**/c", "/a/x/b/y/b/z/c", true},
      {"/a/**/b/**/c", "/a/x/y/c", false},
      {"/a/**/*", "/a", false},
      {"/a/**/*", "/a/b", true},
      {"/**/**", "/a", true},
  };
  for (const Match& each : cases) {
    EXPECT_EQ(matches_node(each.pattern, each.node), each.matches)
        << each.pattern << " and " << each.node;
  }
}

TEST(NodePattern, ManyWildcardsTakeNoTime) {
  std::string pattern;
  std::string node;
  for (int i = 0; i < 300; ++i) pattern += "/**/a";
  for (int i = 0; i < 3000; ++i) node += "/a";
  EXPECT_FALSE(matches_node(pattern + "/b", node));
}

TEST(NodePattern, WhatCanBeNoNodeIsNoPattern) {
  for (const char* good : {"/a", "/a/b", "/*", "/**", "/**/a", "/a/*/b", "/a/**"}) {
    EXPECT_FALSE(find_pattern_fault(good)) << good;
  }
  for (const char* bad : {"/", "/a/", "//a", "/a b", "/1", "/a*", "/***", "/a/**b"}) {
    EXPECT_TRUE(find_pattern_fault(bad)) << bad;
  }
}

}  // namespace
}  // namespace baton::client
