// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/parameter_yaml.hpp"

namespace baton::client {

void PrintTo(const ParameterAssignment& assignment, std::ostream* stream) {
  *stream << assignment.node_pattern << " " << assignment.name << " " << kind_of(assignment.value);
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

MATCHER_P3(Assigns, pattern, name, value, "") {
  return arg.node_pattern == pattern && arg.name == name && arg.value == ParameterLiteral(value);
}

std::vector<ParameterAssignment> read(const std::string& yaml) {
  return read_parameters(yaml, "p.yaml");
}

std::string refusal(const std::string& yaml) {
  try {
    return std::to_string(read(yaml).size()) + " assignments";
  } catch (const ArgumentFault& error) {
    return error.what();
  }
}

std::string text(const char* value) { return value; }
std::int64_t integer(std::int64_t value) { return value; }

TEST(ParameterFile, NodesHoldParametersInTheFilesOrder) {
  EXPECT_THAT(read("talker:\n"
                   "  ros__parameters:\n"
                   "    rate: 10.0\n"
                   "    name: 'x'\n"
                   "listener:\n"
                   "  ros__parameters: {rate: 5}\n"),
              ElementsAre(Assigns("/talker", "rate", 10.0), Assigns("/talker", "name", text("x")),
                          Assigns("/listener", "rate", integer(5))));
}

TEST(ParameterFile, NamespacesNestOrStandInTheName) {
  EXPECT_THAT(read("a:\n  b:\n    n1:\n      ros__parameters: {x: 1}\n"
                   "  n2:\n    ros__parameters: {x: 2}\n"
                   "/a/b/n3:\n  ros__parameters: {x: 3}\n"
                   "a/n4:\n  ros__parameters: {x: 4}\n"
                   "/:\n  n5:\n    ros__parameters: {x: 5}\n"
                   "/**:\n  ros__parameters: {x: 6}\n  n7:\n    ros__parameters: {x: 7}\n"
                   "/*/n8:\n  ros__parameters: {x: 8}\n"),
              ElementsAre(Assigns("/a/b/n1", "x", integer(1)), Assigns("/a/n2", "x", integer(2)),
                          Assigns("/a/b/n3", "x", integer(3)), Assigns("/a/n4", "x", integer(4)),
                          Assigns("/n5", "x", integer(5)), Assigns("/**", "x", integer(6)),
                          Assigns("/**/n7", "x", integer(7)), Assigns("/*/n8", "x", integer(8))));
}

TEST(ParameterFile, GroupsBecomeDottedNames) {
  EXPECT_THAT(read("n:\n  ros__parameters:\n"
                   "    pid:\n      p: 1.0\n      limits: {low: [1, 2]}\n"
                   "    pid.i: 2.0\n"
                   "    last: true\n"),
              ElementsAre(Assigns("/n", "pid.p", 1.0),
                          Assigns("/n", "pid.limits.low", std::vector<std::int64_t>{1, 2}),
                          Assigns("/n", "pid.i", 2.0), Assigns("/n", "last", true)));
}

TEST(ParameterFile, AValueMayBeTheWordNullButNotMissing) {
  EXPECT_THAT(read("n: {ros__parameters: {a: null, null: 1, b: ~}}"),
              ElementsAre(Assigns("/n", "a", text("null")), Assigns("/n", "null", integer(1)),
                          Assigns("/n", "b", text("~"))));
  EXPECT_THAT(refusal("n:\n  ros__parameters:\n    a:\n    b: 1\n"),
              HasSubstr("a value is missing before this; an empty text is ''"));
  EXPECT_THAT(refusal("n:\n  ros__parameters:\n    a:\n    null: 1\n"), HasSubstr("missing"));
  EXPECT_THAT(refusal("n:\n  ros__parameters:\n    a: [1,\n"), HasSubstr("not YAML"));
}

TEST(ParameterFile, CommentsDocumentsAndAByteOrderMarkAreFine) {
  EXPECT_THAT(read("# nothing\n"), SizeIs(0));
  EXPECT_THAT(read("\xef\xbb\xbfn: {ros__parameters: {a: ['', b], c: ~}}\n"), SizeIs(2));
  EXPECT_THAT(read("a: {ros__parameters: {x: 1}}\n---\nb: {ros__parameters: {}}\n"), SizeIs(1));
}

TEST(ParameterFile, WhatIsWrongIsShownWithFileLineColumnAndCure) {
  const std::pair<const char*, const char*> cases[] = {
      {"a: 1\n", "p.yaml:1:4: 'a' has a value but is neither a parameter nor a node"},
      {"a:\n  ros__parameters: 1\n", "p.yaml:2:20: 'ros__parameters' has a value"},
      {"a:\n  x: [1]\n", "p.yaml:2:6: 'x' has a list"},
      {"ros__parameters:\n  x: 1\n", "write `/**:` there for all nodes"},
      {"[1]\n", "a list stands alone; a parameter file is `node_name:`"},
      {"hello\n", "'hello' stands alone"},
      {", a\n", "p.yaml:1:1: this is not YAML: nothing can begin like this"},
      {"a b:\n  ros__parameters:\n    x: 1\n", "p.yaml:3:5: '/a b' stands for no node"},
      {"a*:\n  ros__parameters: {x: 1}\n", "'*' and '**' stand alone between '/'"},
      {"a:\n  /b:\n    ros__parameters: {x: 1}\n", "a part of it is empty"},
      {"a:\n  ros__parameters:\n    x: [1, b]\n", "p.yaml:3:12: a text cannot be an item"},
      {"a:\n  ros__parameters:\n    x: [[1]]\n", "p.yaml:3:9: a list within a list"},
      {"a:\n  ros__parameters:\n    x: [{b: 1}]\n", "a list of parameters holds scalars only"},
      {"a:\n  ros__parameters:\n    x: &x 1\n    y: *x\n", "p.yaml:4:8: aliases"},
      {"a:\n  ros__parameters:\n    '': 1\n", "p.yaml:3:5: a name is empty"},
      {"a:\n  ros__parameters:\n    ? [b]\n    : 1\n", "a list cannot be a name"},
      {"a:\n  ros__parameters:\n    ? {b: 1}\n    : 1\n", "a mapping cannot be a name"},
      {"a:\n  ros__parameters:\n    x: 'b''\n    y: 1\n",
       "p.yaml:3:8: this is not YAML: the quote that opens here is never closed"},
      {"a:\n  ros__parameters:\n    x: \"b\\\"\n", "never closed"},
      {"\"a:\n  ros__parameters:\n    x: b\n", "p.yaml:1:1: this is not YAML"},
      {"a:\n  ros__parameters:\n    x: @b\n", "p.yaml:3:8: this is not YAML"},
      {"a:\n  ros__parameters:\n    x: !!int b\n", "p.yaml:3:8: 'b' is not an integer"},
  };
  for (const auto& [yaml, why] : cases) EXPECT_THAT(refusal(yaml), HasSubstr(why)) << yaml;
}

TEST(ParameterFile, WhatAHostileFileCanCostIsBounded) {
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += std::string(i, ' ') + "a:\n";
  EXPECT_THAT(refusal(deep + std::string(200, ' ') + "b: 1\n"), HasSubstr("more than 64 deep"));
  EXPECT_THAT(refusal(std::string(100000, '[')), HasSubstr("cannot be a name"));
  EXPECT_THAT(refusal("a: " + std::string(100000, '{')), HasSubstr("cannot be a name"));

  const std::string longest(max_parameter_name_length, 'a');
  EXPECT_EQ(refusal("n: {ros__parameters: {? " + longest + " : 1}}"), "1 assignments");
  EXPECT_THAT(refusal("n: {ros__parameters: {? " + longest + "a : 1}}"), HasSubstr("at most 1024"));
  EXPECT_THAT(refusal("n: {ros__parameters: {? " + longest + " : {b: 1}}}"),
              HasSubstr("at most 1024"));

  std::string many = "n:\n  ros__parameters:\n";
  for (std::size_t i = 0; i <= max_parameters_per_file; ++i) many += "    a: 1\n";
  EXPECT_THAT(refusal(many), HasSubstr("at most 65536 parameters"));
}

class ParameterFileOnDisk : public ::testing::Test {
 protected:
  ~ParameterFileOnDisk() override { std::remove(path_.c_str()); }

  std::string write(const std::string& yaml) {
    std::ofstream(path_, std::ios::binary) << yaml;
    try {
      return std::to_string(read_parameter_file(path_).size()) + " assignments";
    } catch (const ArgumentFault& error) {
      return error.what();
    }
  }

  const std::string path_ =
      ::testing::TempDir() + "baton_parameter_file_" + std::to_string(::getpid()) + ".yaml";
};

TEST_F(ParameterFileOnDisk, AFileIsRead) {
  EXPECT_EQ(write("n: {ros__parameters: {a: 1}}"), "1 assignments");
}

TEST_F(ParameterFileOnDisk, AnEmptyOneIsRefused) {
  EXPECT_EQ(write(""), path_ + ": it is empty; leave the argument out or write parameters");
  EXPECT_THAT(write("\n \n"), HasSubstr("it is empty"));
}

TEST_F(ParameterFileOnDisk, OneThatIsTooLargeIsRefused) {
  EXPECT_EQ(write(std::string(max_parameter_file_size_bytes, '\n') + "#"),
            path_ + ": it is larger than 16 MiB; make several files of it");
}

TEST_F(ParameterFileOnDisk, OneThatCannotBeReadIsRefused) {
  for (const auto& [path, why] :
       {std::pair<const char*, const char*>{"/nonexistent/p.yaml", "No such file or directory"},
        {"/", "Is a directory"}}) {
    try {
      read_parameter_file(path);
      ADD_FAILURE() << path;
    } catch (const ArgumentFault& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(path) + ": " + why));
    }
  }
}

}  // namespace
}  // namespace baton::client
