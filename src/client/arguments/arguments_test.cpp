// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/arguments.hpp"

#include <gmock/gmock.h>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

Arguments parse(const Words& arguments) { return Arguments::parse(arguments); }

std::string refusal(const Words& arguments) {
  try {
    parse(arguments);
    return "accepted";
  } catch (const exceptions::RCLInvalidROSArgsError& error) {
    return error.what();
  }
}

TEST(Arguments, WhatStandsOutsideOfRosArgsIsTheUsers) {
  const Words command_line = {"prog",       "-x",         "a=b", "--ros-args", "-r", "c:=d",
                              "--",         "-r",         "--",  "--ros-args", "-p", "e:=1",
                              "--ros-args", "--ros-args", "--",  "last"};
  const Arguments arguments = parse(command_line);
  EXPECT_THAT(arguments.remaining, ElementsAre("prog", "-x", "a=b", "-r", "--", "last"));
  EXPECT_EQ(without_ros_arguments(command_line), arguments.remaining);
  EXPECT_THAT(arguments.remap_rules, SizeIs(1));
  EXPECT_THAT(arguments.parameters, SizeIs(1));
  EXPECT_NO_THROW(arguments.require_known());
}

TEST(Arguments, ABareRemapRuleIsTakenWithAWarning) {
  const Words command_line = {"prog", "a:=b", "__node:=n", "__ns:=/s", "--flag:=b", "no rule:=x"};
  ::testing::internal::CaptureStderr();
  const Arguments arguments = parse(command_line);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::HasSubstr("Found remap rule '__node:=n'. This syntax is deprecated. Use "
                                   "'--ros-args --remap __node:=n' instead."));
  EXPECT_THAT(arguments.remap_rules, SizeIs(3));
  EXPECT_THAT(arguments.remaining, ElementsAre("prog", "--flag:=b", "no rule:=x"));
  EXPECT_EQ(without_ros_arguments(command_line), arguments.remaining);
}

TEST(Arguments, MainsArgumentsAreTakenAsTheyAre) {
  const char* argv[] = {"prog", "--ros-args", "-e", "/a"};
  EXPECT_THAT(Arguments::parse(4, argv).remaining, ElementsAre("prog"));
  EXPECT_EQ(Arguments::parse(4, argv).enclave, "/a");
  EXPECT_THAT(Arguments::parse(0, nullptr).remaining, IsEmpty());
}

TEST(Arguments, UnknownRosArgumentsAreCollected) {
  const Words command_line = {"--ros-args", "-z", "-r", "a:=b", "--what", "value", "--", "x"};
  const Arguments arguments = parse(command_line);
  EXPECT_THAT(arguments.unknown_ros_arguments, ElementsAre("-z", "--what", "value"));
  EXPECT_THAT(arguments.remap_rules, SizeIs(1));
  try {
    arguments.require_known();
    FAIL();
  } catch (const exceptions::UnknownROSArgsError& error) {
    EXPECT_STREQ(error.what(), "found unknown ROS arguments: '-z', '--what', 'value'");
    EXPECT_THAT(error.unknown_ros_args, ElementsAre("-z", "--what", "value"));
  }
  EXPECT_THAT(without_ros_arguments(command_line), ElementsAre("x"));
}

TEST(Arguments, RemovingNeverFails) {
  EXPECT_THAT(without_ros_arguments(Words{"a", "--ros-args", "-r", "?", "-p", "--", "b", "-p"}),
              ElementsAre("a"));
}

TEST(Arguments, RemapRulesKeepTheirOrder) {
  const Arguments arguments = parse({"--ros-args", "-r", "a:=b", "--remap", "n:__ns:=/x"});
  ASSERT_THAT(arguments.remap_rules, SizeIs(2));
  EXPECT_EQ(arguments.remap_rules[0].to, "b");
  EXPECT_EQ(arguments.remap_rules[1].node, "n");
}

TEST(Arguments, ParametersAreForAllNodesOrOne) {
  const Arguments arguments =
      parse({"--ros-args", "-p", "a.b:=1", "--param", "talker:rate:=2.5", "-p",
             "qos_overrides./chatter.publisher.depth:=5", "-p", "url:=http://x:=y"});
  ASSERT_THAT(arguments.parameters, SizeIs(4));
  EXPECT_EQ(arguments.parameters[0].node_pattern, "/**");
  EXPECT_EQ(arguments.parameters[0].name, "a.b");
  EXPECT_TRUE(arguments.parameters[0].value == ParameterLiteral(std::int64_t{1}));
  EXPECT_EQ(arguments.parameters[1].node_pattern, "/talker");
  EXPECT_EQ(arguments.parameters[1].name, "rate");
  EXPECT_EQ(arguments.parameters[2].name, "qos_overrides./chatter.publisher.depth");
  EXPECT_TRUE(arguments.parameters[3].value == ParameterLiteral(std::string("http://x:=y")));
}

TEST(Arguments, LogLevelsAreOfAllLoggersOrOne) {
  const Arguments arguments = parse({"--ros-args", "--log-level", "debug", "--log-level",
                                     "a.b:=WARN", "--log-level", "c:=Fatal"});
  ASSERT_THAT(arguments.log_levels, SizeIs(3));
  EXPECT_EQ(arguments.log_levels[0].logger, "");
  EXPECT_EQ(arguments.log_levels[0].level, RCUTILS_LOG_SEVERITY_DEBUG);
  EXPECT_EQ(arguments.log_levels[1].logger, "a.b");
  EXPECT_EQ(arguments.log_levels[1].level, RCUTILS_LOG_SEVERITY_WARN);
  EXPECT_EQ(arguments.log_levels[2].level, RCUTILS_LOG_SEVERITY_FATAL);
}

TEST(Arguments, TheLastOfContradictingOptionsCounts) {
  const Arguments arguments =
      parse({"--ros-args", "--enclave", "/a", "-e", "/b", "--log-config-file", "x",
             "--log-config-file", "y", "--log-file-name", "n", "--disable-rosout-logs",
             "--disable-stdout-logs", "--enable-stdout-logs"});
  EXPECT_EQ(arguments.enclave, "/b");
  EXPECT_EQ(arguments.log_config_file, "y");
  EXPECT_EQ(arguments.log_file_name, "n");
  EXPECT_EQ(arguments.rosout_logs, false);
  EXPECT_EQ(arguments.stdout_logs, true);
  EXPECT_EQ(arguments.external_lib_logs, std::nullopt);
  EXPECT_EQ(parse({"--ros-args", "--disable-external-lib-logs"}).external_lib_logs, false);
  EXPECT_EQ(parse({"--ros-args", "--enable-rosout-logs"}).rosout_logs, true);
}

TEST(Arguments, AValueThatCannotBeUsedIsRefusedWithItsOption) {
  const std::pair<Words, const char*> cases[] = {
      {{"-r", "a=b"}, "cannot use '-r a=b': there is no ':='"},
      {{"--remap", "__ns:=x"}, "cannot use '--remap __ns:=x': 'x': namespace must be absolute"},
      {{"-p", "a"}, "a parameter is name:=value or node:name:=value"},
      {{"-p", ":=1"}, "the parameter's name is missing"},
      {{"-p", "n::=1"}, "the parameter's name is missing"},
      {{"-p", "a b:=1"}, "holds ' '"},
      {{"-p", "*:=1"}, "holds '*'"},
      {{"-p", "/ns/n:a:=1"}, "for nodes in namespaces write a parameter file"},
      {{"-p", "a:={b: 1}"}, "cannot use '-p a:={b: 1}': a mapping is no value"},
      {{"-p", "a:=[1, b]"}, "at character 5 of the value: a text cannot be an item"},
      {{"--params-file", "/nonexistent.yaml"}, "/nonexistent.yaml: No such file or directory"},
      {{"--log-level", "loud"}, "'loud' is no level; there are debug, info"},
      {{"--log-level", ":=info"}, "the logger's name is missing"},
      {{"-e", "robot"}, "it is no enclave: namespace must be absolute"},
      {{"-p"}, "'-p' ends the command line; it needs name:=value behind it"},
      {{"--params-file"}, "it needs the path of a file"},
  };
  for (const auto& [words, why] : cases) {
    Words command_line = {"--ros-args"};
    command_line.insert(command_line.end(), words.begin(), words.end());
    EXPECT_THAT(refusal(command_line), HasSubstr(why));
  }
}

}  // namespace
}  // namespace baton::client
