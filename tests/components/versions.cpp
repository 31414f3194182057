// SPDX-License-Identifier: Apache-2.0
// Two versions of one library in one container.
#include <filesystem>

#include "component_test.hpp"

namespace baton::components {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Versions : public ComponentTest {
 protected:
  void SetUp() override {
    ComponentTest::SetUp();
    fs::create_directories(prefix() + "/lib");
    fs::create_directories(prefix("other") + "/lib");
  }
  LoadNode::Response load_as(const std::string& name, const std::string& package) {
    auto asked = request("Versioned", package);
    asked.node_name = name;
    auto answer = load(asked);
    EXPECT_TRUE(answer.success) << answer.error_message.c_str();
    return answer;
  }
  /// As an installation does it: the new file takes the name of the old one.
  void install(int version) {
    const std::string path = prefix() + "/lib/libversioned.so";
    fs::copy_file(library("test_versioned_" + std::to_string(version)), path + ".new");
    fs::rename(path + ".new", path);
  }
};

TEST_F(Versions, OfTwoPrefixesAreTwoLibraries) {
  write_index("one", "test_components::Versioned;lib/libversioned.so\n");
  write_index("two", "test_components::Versioned;lib/libversioned.so\n", "other");
  fs::copy_file(library("test_versioned_1"), prefix() + "/lib/libversioned.so");
  fs::copy_file(library("test_versioned_2"), prefix("other") + "/lib/libversioned.so");
  search_also(prefix("other"));
  ChildProcess& container = start();
  load_as("a", "one");
  load_as("b", "two");
  load_as("c", "one");
  EXPECT_EQ(integer_of("/a", "version"), 1);
  EXPECT_EQ(integer_of("/b", "version"), 2);
  EXPECT_EQ(integer_of("/c", "version"), 1);
  // Each has its own statics.
  EXPECT_EQ(integer_of("/b", "made"), 1);
  EXPECT_EQ(integer_of("/c", "made"), 2);
  EXPECT_THAT(container.errors(), Not(HasSubstr("WARNING")));
}

TEST_F(Versions, OfAFileThatWasReplacedAreLoadedAnew) {
  write_index("one", "test_components::Versioned;lib/libversioned.so\n");
  install(1);
  start();
  const auto old = load_as("a", "one");
  install(2);
  load_as("b", "one");
  install(1);
  load_as("c", "one");
  EXPECT_EQ(integer_of("/a", "version"), 1);
  EXPECT_EQ(integer_of("/b", "version"), 2);
  EXPECT_EQ(integer_of("/c", "version"), 1);
  EXPECT_EQ(integer_of("/c", "made"), 1) << "the old library was used again";
  EXPECT_TRUE(unload(old.unique_id).success);
  EXPECT_EQ(integer_of("/b", "version"), 2);
}

}  // namespace
}  // namespace baton::components
