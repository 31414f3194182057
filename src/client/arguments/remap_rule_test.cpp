// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/remap_rule.hpp"

#include <gmock/gmock.h>

#include "client/arguments/argument_fault.hpp"

namespace baton::client {
namespace {

using ::testing::HasSubstr;
using Of = RemapRule::Of;

struct Written {
  const char* text;
  RemapRule rule;
};

TEST(RemapRule, EveryFormOfRosIsUnderstood) {
  const Written cases[] = {
      {"a:=b", {Of::topic_and_service, "", "a", "b"}},
      {"/a/b:=/c", {Of::topic_and_service, "", "/a/b", "/c"}},
      {"~/a:=~/b", {Of::topic_and_service, "", "~/a", "~/b"}},
      {"talker:a:=b", {Of::topic_and_service, "talker", "a", "b"}},
      {"rostopic://a:=b", {Of::topic, "", "a", "b"}},
      {"rosservice:///a:=b", {Of::service, "", "/a", "b"}},
      {"talker:rosservice://a:=b", {Of::service, "talker", "a", "b"}},
      {"__node:=me", {Of::node_name, "", "", "me"}},
      {"__name:=me", {Of::node_name, "", "", "me"}},
      {"talker:__node:=me", {Of::node_name, "talker", "", "me"}},
      {"__ns:=/", {Of::node_namespace, "", "", "/"}},
      {"talker:__ns:=/a/b", {Of::node_namespace, "talker", "", "/a/b"}},
  };
  for (const Written& each : cases) {
    const RemapRule rule = read_remap_rule(each.text);
    EXPECT_EQ(rule.of, each.rule.of) << each.text;
    EXPECT_EQ(rule.node, each.rule.node) << each.text;
    EXPECT_EQ(rule.from, each.rule.from) << each.text;
    EXPECT_EQ(rule.to, each.rule.to) << each.text;
  }
}

TEST(RemapRule, WhatIsNoRuleIsRefusedWithTheReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "there is no ':='"},
      {"a=b", "there is no ':='"},
      {":=b", "must not be empty"},
      {"a:=", "must not be empty"},
      {"a:=b c", "at character 2"},
      {"a b:=c", "other than alphanumerics"},
      {"1a:b:=c", "number"},
      {"/ns/talker:a:=b", "other than alphanumerics"},
      {"a:=b:=c", "other than alphanumerics"},
      {"a/*:=b", "wildcards"},
      {"a:=\\1", "wildcards"},
      {"__node:=/me", "other than alphanumerics or '_'"},
      {"__node:=", "must not be empty"},
      {"__ns:=a", "must be absolute"},
      {"__ns:=/a/", "must not end"},
  };
  for (const auto& [text, why] : cases) {
    try {
      read_remap_rule(text);
      ADD_FAILURE() << text;
    } catch (const ArgumentFault& fault) {
      EXPECT_THAT(fault.what(), HasSubstr(why)) << text;
    }
  }
}

}  // namespace
}  // namespace baton::client
