// SPDX-License-Identifier: Apache-2.0
// Names, namespaces, remapping, contexts and the parts of a node.
#include <string>

#include "rcl/arguments.h"
#include "rcl/validate_topic_name.h"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/node_interfaces/get_node_base_interface.hpp"
#include "rclcpp/node_interfaces/get_node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/get_node_timers_interface.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/version.h"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

class NamesAndArguments : public RosTest {};

TEST_F(NamesAndArguments, OfNodesAndTopicsExpand) {
  auto node = std::make_shared<rclcpp::Node>("camera", "/robot");
  EXPECT_STREQ(node->get_name(), "camera");
  EXPECT_STREQ(node->get_namespace(), "/robot");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/robot/camera");
  EXPECT_STREQ(node->create_publisher<std_msgs::msg::String>("image", 1)->get_topic_name(),
               "/robot/image");
  EXPECT_STREQ(node->create_publisher<std_msgs::msg::String>("~/info", 1)->get_topic_name(),
               "/robot/camera/info");
  auto sub_node = node->create_sub_node("left");
  EXPECT_EQ(sub_node->get_effective_namespace(), "/robot/left");
  EXPECT_STREQ(sub_node->create_publisher<std_msgs::msg::String>("image", 1)->get_topic_name(),
               "/robot/left/image");
  EXPECT_EQ(rclcpp::expand_topic_or_service_name("{node}/x", "camera", "/robot"),
            "/robot/camera/x");
  EXPECT_THROW(node->create_publisher<std_msgs::msg::String>("not valid", 1),
               rclcpp::exceptions::InvalidTopicNameError);
  EXPECT_THROW(rclcpp::Node("not valid"), rclcpp::exceptions::InvalidNodeNameError);
}

TEST_F(NamesAndArguments, OfTopicsAreValidatedByFunctionsOfC) {
  const struct {
    const char* name;
    int result;
    std::size_t at;
  } cases[] = {
      {"", RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING, 0},
      {"a/", RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH, 1},
      {"a b", RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS, 1},
      {"a/1", RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER, 2},
      {"{node", RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE, 0},
      {"a~", RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE, 1},
      {"~a", RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH, 1},
      {"{a b}", RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS, 2},
      {"{1}", RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER, 1},
  };
  for (const auto& [name, expected, expected_at] : cases) {
    int result = -1;
    std::size_t at = 99;
    ASSERT_EQ(rcl_validate_topic_name(name, &result, &at), RCL_RET_OK);
    EXPECT_EQ(result, expected) << name;
    EXPECT_EQ(at, expected_at) << name;
    EXPECT_NE(rcl_topic_name_validation_result_string(result), nullptr) << name;
  }
  int result = -1;
  ASSERT_EQ(rcl_validate_topic_name("~/{node}/x", &result, nullptr), RCL_RET_OK);
  EXPECT_EQ(result, RCL_TOPIC_NAME_VALID);
  EXPECT_EQ(rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_VALID), nullptr);
  EXPECT_EQ(rcl_validate_topic_name(nullptr, &result, nullptr), RCL_RET_INVALID_ARGUMENT);
}

TEST_F(NamesAndArguments, AreRemapped) {
  auto options = rclcpp::NodeOptions().arguments(
      {"--ros-args", "-r", "__ns:=/other", "-r", "__node:=renamed", "-r", "in:=out"});
  auto node = std::make_shared<rclcpp::Node>("name", options);
  EXPECT_STREQ(node->get_fully_qualified_name(), "/other/renamed");
  EXPECT_STREQ(node->create_publisher<std_msgs::msg::String>("in", 1)->get_topic_name(),
               "/other/out");
}

TEST_F(NamesAndArguments, AreWrittenWithTheFlagsOfRcl) {
  auto options = rclcpp::NodeOptions().arguments(
      {RCL_ROS_ARGS_FLAG, RCL_REMAP_FLAG, "__node:=renamed", RCL_SHORT_REMAP_FLAG, "in:=out",
       RCL_PARAM_FLAG, "fast:=true", RCL_SHORT_PARAM_FLAG, "wide:=true", RCL_LOG_LEVEL_FLAG, "warn",
       RCL_ROS_ARGS_EXPLICIT_END_TOKEN});
  auto node = std::make_shared<rclcpp::Node>("name", options);
  EXPECT_STREQ(node->get_name(), "renamed");
  EXPECT_TRUE(node->declare_parameter("fast", false));
  EXPECT_TRUE(node->declare_parameter("wide", false));
  EXPECT_STREQ(node->create_publisher<std_msgs::msg::String>("in", 1)->get_topic_name(), "/out");
}

TEST_F(NamesAndArguments, OfACommandLineAreTakenOut) {
  const char* const argv[] = {"program", "--own", "--ros-args", "-r", "a:=b", "--", "last"};
  EXPECT_THAT(rclcpp::remove_ros_arguments(7, argv),
              testing::ElementsAre("program", "--own", "last"));
}

TEST_F(NamesAndArguments, OfAContextOfItsOwnStayThere) {
  auto context = std::make_shared<rclcpp::Context>();
  const char* const argv[] = {"program", "--ros-args", "-r", "__node:=here"};
  context->init(4, argv);
  {
    rclcpp::NodeOptions options;
    options.context(context);
    EXPECT_STREQ(rclcpp::Node("name", options).get_name(), "here");
    EXPECT_STREQ(rclcpp::Node("name").get_name(), "name");
  }
  EXPECT_TRUE(rclcpp::ok(context));
  context->shutdown("over");
  EXPECT_FALSE(rclcpp::ok(context));
  EXPECT_TRUE(rclcpp::ok());
}

template <class NodeT>
std::string topic_of(NodeT&& node) {
  auto topics = rclcpp::node_interfaces::get_node_topics_interface(node);
  return topics->resolve_topic_name("t");
}

TEST_F(NamesAndArguments, PartsAreFoundInAnyFormOfANode) {
  auto node = std::make_shared<rclcpp::Node>("parts");
  EXPECT_EQ(topic_of(node), "/t");
  EXPECT_EQ(topic_of(*node), "/t");
  EXPECT_EQ(topic_of(node.get()), "/t");
  EXPECT_EQ(topic_of(node->get_node_topics_interface()), "/t");
  EXPECT_EQ(rclcpp::node_interfaces::get_node_timers_interface(node),
            node->get_node_timers_interface());
  EXPECT_EQ(rclcpp::node_interfaces::get_node_parameters_interface(*node),
            node->get_node_parameters_interface());
  EXPECT_EQ(rclcpp::node_interfaces::get_node_base_interface(node),
            node->get_node_base_interface());
}

using Interfaces =
    rclcpp::node_interfaces::NodeInterfaces<rclcpp::node_interfaces::NodeBaseInterface,
                                            rclcpp::node_interfaces::NodeTopicsInterface>;

std::string name_and_topic(Interfaces node) {
  return node.get_node_base_interface()->get_name() +
         node.get<rclcpp::node_interfaces::NodeTopicsInterface>()->resolve_topic_name("t");
}

TEST_F(NamesAndArguments, SomePartsMakeNodeInterfaces) {
  auto node = std::make_shared<rclcpp::Node>("parts");
  EXPECT_EQ(name_and_topic(*node), "parts/t");
  EXPECT_EQ(name_and_topic(node), "parts/t");
  const Interfaces some(*node);
  EXPECT_EQ(name_and_topic(some), "parts/t");
  auto publisher = rclcpp::create_publisher<std_msgs::msg::String>(some, "t", 1);
  EXPECT_STREQ(publisher->get_topic_name(), "/t");
}

TEST_F(NamesAndArguments, OfTheGraphAreListed) {
  auto node = std::make_shared<rclcpp::Node>("graph");
  auto publisher = node->create_publisher<std_msgs::msg::String>("/listed", 1);
  EXPECT_TRUE(spin_until({node}, [&] { return node->count_publishers("/listed") == 1; }));
  EXPECT_THAT(node->get_topic_names_and_types().at("/listed"),
              testing::ElementsAre("std_msgs/msg/String"));
  EXPECT_THAT(node->get_node_names(), testing::Contains("/graph"));
}

TEST_F(NamesAndArguments, VersionIsJazzys) {
#if RCLCPP_VERSION_GTE(28, 0, 0) && !RCLCPP_VERSION_GTE(29, 0, 0)
  SUCCEED();
#else
  FAIL() << RCLCPP_VERSION_STR;
#endif
}

}  // namespace
