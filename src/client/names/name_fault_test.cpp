// SPDX-License-Identifier: Apache-2.0
#include "client/names/name_fault.hpp"

#include <gmock/gmock.h>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using ::testing::HasSubstr;

struct Case {
  std::string name;
  /// Empty: the name is allowed.
  std::string why;
  std::size_t at;
};

template <class Find, std::size_t size>
void expect_faults(Find&& find, const Case (&cases)[size]) {
  for (const Case& each : cases) {
    const auto fault = find(each.name);
    if (each.why.empty()) {
      EXPECT_FALSE(fault) << each.name << ": " << fault->why;
      continue;
    }
    ASSERT_TRUE(fault) << each.name;
    EXPECT_THAT(fault->why, HasSubstr(each.why)) << each.name;
    EXPECT_EQ(fault->at, each.at) << each.name;
  }
}

TEST(NameFault, ATopicAsItIsWrittenInCodeIsHeldToTheRulesOfRos) {
  expect_faults(find_topic_name_fault,
                {
                    {"chatter", "", 0},
                    {"/chatter", "", 0},
                    {"_a/b_1", "", 0},
                    {"~", "", 0},
                    {"~/a", "", 0},
                    {"{ns}/a", "", 0},
                    {"a{node}b{ns}", "", 0},
                    {"{unknown}", "", 0},
                    {std::string(400, 'a'), "", 0},
                    // A full name must not have "//"; a written one may.
                    {"a//b", "", 0},
                    {"", "must not be empty string", 0},
                    {"/", "must not end with a forward slash", 0},
                    {"a/", "must not end with a forward slash", 1},
                    {"2nd", "token must not start with a number", 0},
                    {"/a/2b", "token must not start with a number", 3},
                    {"a b", "must not contain characters other than alphanumerics, '_', '~'", 1},
                    {"a-b", "must not contain characters other than alphanumerics", 1},
                    {"caf\xc3\xa9", "must not contain characters other than alphanumerics", 3},
                    {"a/~b", "must not have tilde '~' unless it is the first character", 2},
                    {"{a~}", "must not have tilde '~' unless it is the first character", 2},
                    {"~a", "tilde '~' that is not followed by a forward slash", 1},
                    {"a{b", "unmatched (unbalanced) curly braces", 1},
                    {"a}b", "unmatched (unbalanced) curly braces", 1},
                    {"{{a}}", "substitution name must not contain characters", 1},
                    {"{a/b}", "substitution name must not contain characters", 2},
                    {"{a b}", "substitution name must not contain characters", 2},
                    {"a/{4b}", "substitution name must not start with a number", 3},
                });
}

TEST(NameFault, AFullTopicNameIsHeldToTheRulesOfTheWire) {
  expect_faults(find_full_topic_name_fault,
                {
                    {"/a", "", 0},
                    {"/a/b_c/d2", "", 0},
                    {'/' + std::string(246, 'a'), "", 0},
                    {"", "topic name must not be empty", 0},
                    {"a", "topic name must be absolute, it must lead with a '/'", 0},
                    {"/", "topic name must not end with a '/'", 0},
                    {"/a/", "topic name must not end with a '/'", 2},
                    {"/a~", "other than alphanumerics, '_', or '/'", 2},
                    {"/{a}", "other than alphanumerics, '_', or '/'", 1},
                    {"/a//b", "must not contain repeated '/'", 3},
                    {"/a/9", "must not have a token that starts with a number", 3},
                    {'/' + std::string(247, 'a'), "topic length should not exceed '247'", 246},
                });
}

TEST(NameFault, ANodesNameIsOneToken) {
  expect_faults(find_node_name_fault,
                {
                    {"talker", "", 0},
                    {"_t1", "", 0},
                    {std::string(255, 'a'), "", 0},
                    {"", "node name must not be empty", 0},
                    {"a/b", "other than alphanumerics or '_'", 1},
                    {"a b", "other than alphanumerics or '_'", 1},
                    {"1a", "node name must not start with a number", 0},
                    {std::string(256, 'a'), "node name length should not exceed '255'", 254},
                });
}

TEST(NameFault, ANamespaceIsAbsoluteAndMayBeTheRoot) {
  expect_faults(find_namespace_fault,
                {
                    {"/", "", 0},
                    {"/a/b", "", 0},
                    {'/' + std::string(244, 'a'), "", 0},
                    {"", "namespace must not be empty", 0},
                    {"a", "namespace must be absolute", 0},
                    {"/a/", "must not end with a '/', unless only a '/'", 2},
                    {"/a-b", "namespace must not contain characters", 2},
                    {"//a", "namespace must not contain repeated '/'", 1},
                    {"/1", "namespace must not have a token that starts with a number", 1},
                    {'/' + std::string(245, 'a'), "namespace should not exceed '245'", 244},
                });
}

TEST(NameFault, ChecksThrowWhatRclcppThrows) {
  EXPECT_NO_THROW(check_node_name("a"));
  EXPECT_THROW(check_node_name("a/b"), exceptions::InvalidNodeNameError);
  EXPECT_NO_THROW(check_namespace("/"));
  EXPECT_THROW(check_namespace("a"), exceptions::InvalidNamespaceError);
}

}  // namespace
}  // namespace baton::client
