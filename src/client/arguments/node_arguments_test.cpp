// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/node_arguments.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

using Words = std::vector<std::string>;

Arguments ros(Words words) {
  words.insert(words.begin(), "--ros-args");
  return Arguments::parse(words);
}

std::string topic(const Arguments& arguments, const std::string& name,
                  const NodeArguments::Names& node = {"talker", "/ns"}) {
  return NodeArguments{nullptr, &arguments}.resolve(name, node, NameKind::topic);
}

std::string service(const Arguments& arguments, const std::string& name) {
  return NodeArguments{nullptr, &arguments}.resolve(name, {"talker", "/ns"}, NameKind::service);
}

TEST(NodeArguments, WithoutAnyANameIsOnlyExpanded) {
  const NodeArguments none;
  EXPECT_EQ(none.resolve("a", {"talker", "/ns"}, NameKind::topic), "/ns/a");
  EXPECT_EQ(none.remap_node("talker", "/ns").namespace_, "/ns");
  EXPECT_THAT(none.parameter_overrides("/talker"), IsEmpty());
}

TEST(NodeArguments, ANodesNamesAreRemapped) {
  const Arguments arguments = ros({"-r", "__node:=me", "-r", "__ns:=/other"});
  const auto names = NodeArguments{nullptr, &arguments}.remap_node("talker", "");
  EXPECT_EQ(names.name, "me");
  EXPECT_EQ(names.namespace_, "/other");
}

TEST(NodeArguments, ANamespaceMayLackItsSlash) {
  EXPECT_EQ(NodeArguments{}.remap_node("talker", "").namespace_, "/");
  EXPECT_EQ(NodeArguments{}.remap_node("talker", "a/b").namespace_, "/a/b");
  EXPECT_THROW(NodeArguments{}.remap_node("talker", "a/"), exceptions::InvalidNamespaceError);
  EXPECT_THROW(NodeArguments{}.remap_node("tal ker", ""), exceptions::InvalidNodeNameError);
}

TEST(NodeArguments, ARuleOfAnotherNodeDoesNotApply) {
  const Arguments arguments =
      ros({"-r", "other:__node:=me", "-r", "other:a:=b", "-r", "talker:a:=c"});
  EXPECT_EQ(NodeArguments(nullptr, &arguments).remap_node("talker", "").name, "talker");
  EXPECT_EQ(NodeArguments(nullptr, &arguments).remap_node("other", "").name, "me");
  EXPECT_EQ(topic(arguments, "a"), "/ns/c");
  EXPECT_EQ(topic(arguments, "a", {"other", "/"}), "/b");
}

TEST(NodeArguments, RulesForTheNamespaceSeeTheNewName) {
  const Arguments arguments =
      ros({"-r", "talker:__node:=me", "-r", "talker:__ns:=/old", "-r", "me:__ns:=/new"});
  EXPECT_EQ(NodeArguments(nullptr, &arguments).remap_node("talker", "").namespace_, "/new");
}

struct Remapping {
  const char* rule;
  const char* name;
  const char* topic;
  const char* service;
};

TEST(NodeArguments, RulesMeanWhatTheyWouldMeanWithinTheNode) {
  const Remapping cases[] = {
      {"a:=b", "a", "/ns/b", "/ns/b"},
      {"a:=b", "/ns/a", "/ns/b", "/ns/b"},
      {"a:=b", "/a", "/a", "/a"},
      {"/ns/a:=/b", "a", "/b", "/b"},
      {"~/a:=~/b", "~/a", "/ns/talker/b", "/ns/talker/b"},
      {"/ns/talker/a:=b", "~/a", "/ns/b", "/ns/b"},
      {"a:={node}/b", "a", "/ns/talker/b", "/ns/talker/b"},
      {"rostopic://a:=b", "a", "/ns/b", "/ns/a"},
      {"rosservice://a:=b", "a", "/ns/a", "/ns/b"},
      {"a:=b", "a/c", "/ns/a/c", "/ns/a/c"},
      {"{other}/a:=b", "a", "/ns/a", "/ns/a"},
  };
  for (const Remapping& each : cases) {
    const Arguments arguments = ros({"-r", each.rule});
    EXPECT_EQ(topic(arguments, each.name), each.topic) << each.rule;
    EXPECT_EQ(service(arguments, each.name), each.service) << each.rule;
  }
}

TEST(NodeArguments, TheFirstRuleThatFitsWinsAndOnlyOneApplies) {
  const Arguments arguments = ros({"-r", "a:=b", "-r", "a:=c", "-r", "b:=d"});
  EXPECT_EQ(topic(arguments, "a"), "/ns/b");
}

TEST(NodeArguments, LocalRulesComeBeforeGlobalOnes) {
  const Arguments local = ros({"-r", "a:=local", "-r", "__ns:=/local"});
  const Arguments global =
      ros({"-r", "a:=global", "-r", "b:=global", "-r", "__ns:=/global", "-r", "__node:=me"});
  const NodeArguments both{&local, &global};
  EXPECT_EQ(both.resolve("a", {"n", "/"}, NameKind::topic), "/local");
  EXPECT_EQ(both.resolve("b", {"n", "/"}, NameKind::topic), "/global");
  EXPECT_EQ(both.remap_node("n", "").name, "me");
  EXPECT_EQ(both.remap_node("n", "").namespace_, "/local");
  const NodeArguments only_local{&local, nullptr};
  EXPECT_EQ(only_local.resolve("b", {"n", "/"}, NameKind::topic), "/b");
}

TEST(NodeArguments, WhatANameBecomesIsChecked) {
  const Arguments arguments = ros({"-r", "a:=/b//c", "-r", "d:=/{unknown}"});
  EXPECT_THROW(topic(arguments, "a"), exceptions::InvalidTopicNameError);
  EXPECT_THROW(service(arguments, "a"), exceptions::InvalidServiceNameError);
  EXPECT_THROW(topic(arguments, "d"), exceptions::InvalidTopicNameError);
  EXPECT_EQ(NodeArguments(nullptr, &arguments).resolve("a", {"n", "/"}, NameKind::topic, true),
            "/a");
}

TEST(NodeArguments, OverridesAreThoseOfTheNodeAndLaterOnesWin) {
  const Arguments arguments = ros({"-p", "a:=1", "-p", "talker:b:=2", "-p", "other:b:=3", "-p",
                                   "talker:a:=4", "-p", "c:=5", "-p", "c:=6"});
  const NodeArguments of{nullptr, &arguments};
  EXPECT_THAT(of.parameter_overrides("/talker"),
              ElementsAre(Pair("a", ParameterValue(4)), Pair("b", ParameterValue(2)),
                          Pair("c", ParameterValue(6))));
  EXPECT_THAT(of.parameter_overrides("/ns/talker"),
              ElementsAre(Pair("a", ParameterValue(1)), Pair("c", ParameterValue(6))));
}

TEST(NodeArguments, LocalOverridesWinOverGlobalOnes) {
  const Arguments local = ros({"-p", "a:=1"});
  const Arguments global = ros({"-p", "talker:a:=2", "-p", "b:=3"});
  EXPECT_THAT((NodeArguments{&local, &global}).parameter_overrides("/talker"),
              ElementsAre(Pair("a", ParameterValue(1)), Pair("b", ParameterValue(3))));
}

class NodeArgumentsWithFile : public ::testing::Test {
 protected:
  NodeArgumentsWithFile() {
    std::ofstream(path_) << "talker: {ros__parameters: {a: 1, b: 1, empty: []}}\n"
                            "/**: {ros__parameters: {b: 2, c: 2}}\n";
  }
  ~NodeArgumentsWithFile() override { std::remove(path_.c_str()); }

  const std::string path_ =
      ::testing::TempDir() + "baton_node_arguments_" + std::to_string(::getpid()) + ".yaml";
};

TEST_F(NodeArgumentsWithFile, FilesAndValuesCountInTheOrderOfTheCommandLine) {
  const Arguments before = ros({"-p", "b:=3", "--params-file", path_});
  const Arguments after = ros({"--params-file", path_, "-p", "a:=3", "-p", "empty:=''"});
  EXPECT_THAT(before.parameter_files, ElementsAre(path_));
  EXPECT_THAT((NodeArguments{nullptr, &after}).parameter_overrides("/other"),
              ElementsAre(Pair("a", ParameterValue(3)), Pair("b", ParameterValue(2)),
                          Pair("c", ParameterValue(2)), Pair("empty", ParameterValue(""))));
  EXPECT_THAT((NodeArguments{nullptr, &before}).parameter_overrides("/other"),
              ElementsAre(Pair("b", ParameterValue(2)), Pair("c", ParameterValue(2))));
}

TEST_F(NodeArgumentsWithFile, AnEmptyListIsRefusedForTheNodesItIsFor) {
  const Arguments arguments = ros({"--params-file", path_});
  const NodeArguments of{nullptr, &arguments};
  EXPECT_THROW(of.parameter_overrides("/talker"), exceptions::InvalidParameterValueException);
  EXPECT_NO_THROW(of.parameter_overrides("/other"));
}

}  // namespace
}  // namespace baton::client
