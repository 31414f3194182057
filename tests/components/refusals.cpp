// SPDX-License-Identifier: Apache-2.0
// Whatever cannot be loaded is an answer, and the container lives on.
#include <class_loader/class_loader.hpp>
#include <filesystem>
#include <fstream>

#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Refusals : public ComponentTest {
 protected:
  /// The error, and proof that the container still loads.
  std::string refused(const std::string& plugin, const std::string& package) {
    const auto answer = load(plugin, package);
    EXPECT_FALSE(answer.success);
    const auto other = load("Plain");
    EXPECT_TRUE(other.success) << other.error_message.c_str();
    EXPECT_TRUE(unload(other.unique_id).success);
    return std::string(answer.error_message);
  }
  void one_component(const std::string& package, const std::string& path) {
    write_index(package, "test_components::Any;" + path + "\n");
  }
};

TEST_F(Refusals, NameWhatAConstructorThrew) {
  start();
  EXPECT_EQ(refused("Throws", "wicked"),
            "Component constructor threw an exception: test_components::Throws: "
            "there is no camera");
  EXPECT_THAT(refused("NoNode", "wicked"), HasSubstr("returned a null pointer"));
}

TEST_F(Refusals, NameTheSymbolThatIsMissing) {
  write_index("misses", "test_components::MissesSymbol;" + library("test_misses_symbol") + "\n");
  start();
  EXPECT_THAT(
      refused("MissesSymbol", "misses"),
      HasSubstr("misses the symbol test_components::defined_nowhere(int): link the library"));
}

TEST_F(Refusals, OfAnotherAbiComeBeforeAnyOfTheLibrarysCodeRuns) {
  one_component("other_abi", library("test_other_abi"));
  one_component("other_baton", library("test_needs_other_baton"));
  one_component("fine", library("test_no_components"));
  const std::string trace = scratch() + "/trace";
  const testing::ScopedVariable variable("BATON_TEST_TRACE", trace);
  start();
  EXPECT_THAT(refused("Any", "other_abi"), HasSubstr("another version of Baton: rebuild it"));
  EXPECT_THAT(refused("Any", "other_baton"),
              HasSubstr("another version of Baton: rebuild it (it needs libbaton.so.0.99"));
  EXPECT_FALSE(std::filesystem::exists(trace));
  refused("Any", "fine");
  EXPECT_TRUE(std::filesystem::exists(trace)) << "the trace proves nothing";
}

TEST_F(Refusals, OfWhatIsNoLibrarySayWhatItIs) {
  std::ofstream(scratch() + "/text.so") << std::string(10'000, 'x');
  std::ofstream(scratch() + "/empty.so");
  one_component("text", scratch() + "/text.so");
  one_component("empty", scratch() + "/empty.so");
  one_component("folder", scratch());
  one_component("nothing", "lib/libnothing.so");
  one_component("without", library("test_no_components"));
  start();
  EXPECT_THAT(refused("Any", "text"), HasSubstr("is no shared library"));
  EXPECT_THAT(refused("Any", "empty"), HasSubstr("is no shared library"));
  EXPECT_THAT(refused("Any", "folder"), HasSubstr("does not exist: build and install"));
  EXPECT_THAT(refused("Any", "nothing"), HasSubstr(prefix() + "/lib/libnothing.so does not exist"));
  EXPECT_THAT(refused("Any", "without"), HasSubstr("RCLCPP_COMPONENTS_REGISTER_NODE("));
}

TEST_F(Refusals, NameThePackagesAndClassesThatThereAre) {
  write_index("broken", "test_components::Any lib/x.so\n");
  start();
  EXPECT_THAT(refused("Plain", "plane"),
              AllOf(HasSubstr("no package 'plane'"), HasSubstr("did you mean plain?"),
                    HasSubstr("wicked")));
  EXPECT_THAT(refused("Plan", "plain"), AllOf(HasSubstr("did you mean test_components::Plain?"),
                                              HasSubstr("test_components::OnlyInterface")));
  EXPECT_THAT(refused("Any", "broken"), HasSubstr("Invalid resource entry"));
  EXPECT_THAT(refused("Any", "../plain"), HasSubstr("is no name of a package"));
  EXPECT_THAT(refused("Any", ""), HasSubstr("is no name of a package"));
}

TEST_F(Refusals, OfRemapsAndNamesComeFromTheNode) {
  start();
  auto asked = request("Plain");
  asked.remap_rules.push_back("no rule");
  EXPECT_THAT(std::string(load(asked).error_message), HasSubstr("no rule"));
  asked = request("Plain");
  asked.node_name = "1 2";
  EXPECT_FALSE(load(asked).success);
  EXPECT_TRUE(load("Plain").success);
}

// class_loader asks rcutils, and libbaton's answers.
TEST_F(Refusals, OfMissingSymbolsComeWhenTheLibraryIsLoadedByAnyone) {
  try {
    const class_loader::ClassLoader loader(library("test_misses_symbol"));
    FAIL() << "loaded, to end the process at the first call";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("undefined symbol"));
    EXPECT_THAT(error.what(), Not(HasSubstr("error not set")));
  }
}

}  // namespace
}  // namespace baton::components
