// SPDX-License-Identifier: Apache-2.0
#include "client/names/expand_name.hpp"

#include <gmock/gmock.h>

#include <baton/exceptions.hpp>
#include <baton/expand_topic_or_service_name.hpp>

namespace baton {
namespace {

using ::testing::HasSubstr;

struct Expansion {
  const char* name;
  const char* namespace_;
  const char* expanded;
};

TEST(ExpandName, NamesMeanWhatTheyMeanInRos) {
  const Expansion cases[] = {
      {"chatter", "/", "/chatter"},
      {"chatter", "/ns", "/ns/chatter"},
      {"a/b", "/ns/sub", "/ns/sub/a/b"},
      {"/chatter", "/ns", "/chatter"},
      {"~", "/", "/node"},
      {"~", "/ns", "/ns/node"},
      {"~/x", "/", "/node/x"},
      {"~/x", "/ns", "/ns/node/x"},
      {"{node}/x", "/ns", "/ns/node/x"},
      {"/{node}", "/ns", "/node"},
      {"/x_{node}_y", "/ns", "/x_node_y"},
      {"{ns}/x", "/ns", "/ns/x"},
      {"{namespace}/x", "/ns", "/ns/x"},
      {"~/{node}", "/ns", "/ns/node/node"},
      {"~{ns}", "/ns", nullptr},
  };
  for (const Expansion& each : cases) {
    if (!each.expanded) {
      EXPECT_THROW(expand_topic_or_service_name(each.name, "node", each.namespace_),
                   exceptions::InvalidTopicNameError);
      continue;
    }
    EXPECT_EQ(expand_topic_or_service_name(each.name, "node", each.namespace_), each.expanded)
        << each.name << " in " << each.namespace_;
  }
}

TEST(ExpandName, TheKindOfNameDecidesTheException) {
  EXPECT_THROW(expand_topic_or_service_name("a b", "node", "/"), exceptions::InvalidTopicNameError);
  EXPECT_THROW(expand_topic_or_service_name("a b", "node", "/", true),
               exceptions::InvalidServiceNameError);
}

TEST(ExpandName, TheNodesNamesAreCheckedToo) {
  EXPECT_THROW(expand_topic_or_service_name("a", "no/de", "/"), exceptions::InvalidNodeNameError);
  EXPECT_THROW(expand_topic_or_service_name("a", "node", "ns"), exceptions::InvalidNamespaceError);
  EXPECT_THROW(expand_topic_or_service_name("a", "node", ""), exceptions::InvalidNamespaceError);
}

TEST(ExpandName, WhatItBecomesIsCheckedToo) {
  try {
    expand_topic_or_service_name("{ns}/x", "node", "/");
    FAIL();
  } catch (const exceptions::InvalidTopicNameError& error) {
    EXPECT_EQ(error.name, "//x");
    EXPECT_THAT(error.error_msg, HasSubstr("repeated"));
    EXPECT_EQ(error.invalid_index, 1u);
  }
  EXPECT_THROW(expand_topic_or_service_name(std::string(244, 'a'), "node", "/ns"),
               exceptions::InvalidTopicNameError);
  EXPECT_NO_THROW(expand_topic_or_service_name(std::string(243, 'a'), "node", "/ns"));
}

TEST(ExpandName, AnUnknownSubstitutionIsRefusedWithThoseThereAre) {
  try {
    expand_topic_or_service_name("a/{host}", "node", "/");
    FAIL();
  } catch (const exceptions::InvalidTopicNameError& error) {
    EXPECT_THAT(error.error_msg, HasSubstr("unknown substitution: {host}"));
    EXPECT_THAT(error.error_msg, HasSubstr("{namespace}"));
    EXPECT_EQ(error.invalid_index, 2u);
  }
  EXPECT_FALSE(client::expand_name("{}", "node", "/"));
  EXPECT_FALSE(client::expand_name("a b", "node", "/"));
}

}  // namespace
}  // namespace baton
