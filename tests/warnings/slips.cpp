// SPDX-License-Identifier: Apache-2.0
// A slip in a name that nothing has is told once, with a proposal.
#include <fstream>

#include "heard.hpp"

namespace baton::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Slips : public Warnings {
 protected:
  std::string file(const std::string& name, const std::string& yaml) const {
    const std::string path = scratch() + "/" + name;
    std::ofstream(path) << yaml;
    return path;
  }
};

TEST_F(Slips, OfVariablesAreToldOnceInAProcess) {
  const ScopedVariable slip("BATON_REGISTY_DIR", "/nowhere");
  begin();
  begin();
  EXPECT_THAT(heard.all(), ElementsAre("baton: the environment variable BATON_REGISTY_DIR means "
                                       "nothing to Baton; did you mean BATON_REGISTRY_DIR?"));
}

TEST_F(Slips, OfParametersAreToldInTheNodesNameWhenItSpins) {
  const auto context = begin({"-p", "fram_id:=x", "-p", "rate:=5"});
  const auto node = make_node("camera", context);
  node->declare_parameter("frame_id", "");
  node->declare_parameter("rate", 1);
  EXPECT_THAT(heard.all(), IsEmpty());
  spin_shortly({node});
  EXPECT_THAT(
      heard.all(),
      ElementsAre("camera: there is a value for a parameter 'fram_id', and the node has not "
                  "declared one of that name; did you mean frame_id?"));
  spin_shortly({node});
  EXPECT_EQ(heard.all().size(), 1u);
}

TEST_F(Slips, OfACommandLineAreToldEvenIfNothingLooksLikeThem) {
  const auto context = begin({"-p", "exposure:=3"});
  const auto node = make_node("camera", context);
  spin_shortly({node});
  ASSERT_EQ(heard.all().size(), 1u);
  EXPECT_THAT(heard.all()[0], HasSubstr("camera: there is a value for a parameter 'exposure'"));
}

TEST_F(Slips, AreNoneWhereAnotherNodeHasDeclaredTheParameter) {
  const auto context = begin({"-p", "exposure:=3"});
  const auto camera = make_node("camera", context);
  camera->declare_parameter("exposure", 1);
  spin_shortly({camera, make_node("lidar", context)});
  EXPECT_THAT(heard.all(), IsEmpty());
}

TEST_F(Slips, AreNoneOfANodeThatTakesAnyParameter) {
  const auto context = begin({"-p", "exposure:=3"});
  const auto node = std::make_shared<Node>(
      "camera", NodeOptions().context(context).allow_undeclared_parameters(true));
  spin_shortly({node});
  EXPECT_THAT(heard.all(), IsEmpty());
}

TEST_F(Slips, AreNoneInAFileThatOtherProcessesUseToo) {
  const std::string path = file("robot.yaml",
                                "/camera: {ros__parameters: {rate: 5, gain: 2}}\n"
                                "/lidar: {ros__parameters: {range: 9.0}}\n"
                                "/**: {ros__parameters: {robot_name: r2}}\n");
  const auto context = begin({"--params-file", path.c_str()});
  const auto node = make_node("camera", context);
  node->declare_parameter("rate", 1);
  spin_shortly({node});
  EXPECT_THAT(heard.all(), IsEmpty());
}

TEST_F(Slips, OfAFileAreToldWhereTheyAreNearlyAParameter) {
  const std::string path = file("robot.yaml", "/camera: {ros__parameters: {ratte: 5}}\n");
  const auto context = begin({"--params-file", path.c_str()});
  const auto node = make_node("camera", context);
  node->declare_parameter("rate", 1);
  spin_shortly({node});
  ASSERT_EQ(heard.all().size(), 1u);
  EXPECT_THAT(heard.all()[0],
              HasSubstr("'ratte', and the node has not declared one of that name; did "
                        "you mean rate?"));
}

TEST_F(Slips, OfNodesAreTold) {
  const std::string path = file("robot.yaml", "/camra: {ros__parameters: {rate: 5}}\n");
  const auto context = begin({"-p", "camara:rate:=5", "--params-file", path.c_str()});
  const auto node = make_node("camera", context);
  node->declare_parameter("rate", 1);
  spin_shortly({node});
  EXPECT_THAT(
      heard.all(),
      ElementsAre("baton: there is a value for parameter 'rate' of a node '/camara', and no "
                  "node here has that name; did you mean /camera?",
                  "baton: the parameter file '" + path +
                      "' speaks of no node here, but of "
                      "'/camra'; did you mean /camera?"));
}

TEST_F(Slips, OfLoggersAreTold) {
  const auto context = begin({"--log-level", "camra:=warn", "--log-level", "camera.lens:=warn",
                              "--log-level", "rclcpp:=warn", "--log-level", "my_library:=warn"});
  spin_shortly({make_node("camera", context)});
  EXPECT_THAT(heard.all(),
              ElementsAre("baton: there is a log level for 'camra', and no node here logs "
                          "by that name; did you mean camera?"));
}

}  // namespace
}  // namespace baton::testing
