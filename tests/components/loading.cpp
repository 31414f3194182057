// SPDX-License-Identifier: Apache-2.0
// What a container makes of a request.
#include "component_test.hpp"

namespace baton::components {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Containers : public ComponentTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(Containers, LoadListAndUnload) {
  start(GetParam());
  const auto first = load("Plain");
  EXPECT_TRUE(first.success) << first.error_message.c_str();
  EXPECT_EQ(first.full_node_name, "/plain");
  const auto second = load("OnlyInterface");
  EXPECT_TRUE(second.success) << second.error_message.c_str();

  const auto listed = list();
  EXPECT_THAT(listed.unique_ids, ElementsAre(first.unique_id, second.unique_id));
  EXPECT_THAT(listed.full_node_names, ElementsAre("/plain", "/only_interface"));

  EXPECT_TRUE(unload(first.unique_id).success);
  EXPECT_THAT(list().full_node_names, ElementsAre("/only_interface"));
  const auto again = unload(first.unique_id);
  EXPECT_FALSE(again.success);
  EXPECT_THAT(std::string(again.error_message),
              HasSubstr("No node found with unique_id: 1; there are: 2"));
}

TEST_P(Containers, RunWhatTheyLoadUntilItIsUnloaded) {
  start(GetParam());
  std::uint64_t heard = 0;
  const auto subscription = node_->create_subscription<std_msgs::msg::UInt64>(
      "chatter", 10, [&](const std_msgs::msg::UInt64& message) { heard = message.data; });
  const auto talker = load("Talker");
  ASSERT_TRUE(talker.success) << talker.error_message.c_str();
  EXPECT_TRUE(spin_until([&] { return heard > 10; }));
  ASSERT_TRUE(unload(talker.unique_id).success);
  EXPECT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 0; }));
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Containers,
                         ::testing::Values("component_container", "component_container_mt",
                                           "component_container_isolated"),
                         [](const auto& kind) { return std::string(kind.param); });

class LoadRequests : public ComponentTest {
 protected:
  template <class T>
  static rcl_interfaces::msg::Parameter value(const std::string& name, const T& of) {
    return Parameter(name, of).to_parameter_msg();
  }
};

TEST_F(LoadRequests, GiveNamesNamespacesAndRemaps) {
  start();
  auto asked = request("Talker");
  asked.node_name = "speaker";
  asked.node_namespace = "/hall";
  asked.remap_rules.push_back("chatter:=words");
  const auto made = load(asked);
  EXPECT_EQ(made.full_node_name, "/hall/speaker") << made.error_message.c_str();
  EXPECT_TRUE(spin_until([&] { return node_->count_publishers("/hall/words") == 1; }));
}

TEST_F(LoadRequests, CarryParametersOfEveryType) {
  const std::vector<Parameter> sent{Parameter("a_bool", true),
                                    Parameter("an_integer", -7),
                                    Parameter("a_double", 0.25),
                                    Parameter("a_string", std::string("a text\nof two lines")),
                                    Parameter("bytes", std::vector<std::uint8_t>{0, 255}),
                                    Parameter("bools", std::vector<bool>{true, false}),
                                    Parameter("integers", std::vector<std::int64_t>{1, -2}),
                                    Parameter("doubles", std::vector<double>{0.5, -1e300}),
                                    Parameter("strings", std::vector<std::string>{"one", ""})};
  start();
  auto asked = request("Plain");
  for (const auto& each : sent) asked.parameters.push_back(each.to_parameter_msg());
  asked.extra_arguments.push_back(value("automatically_declare_parameters_from_overrides", true));
  ASSERT_TRUE(load(asked).success);

  rcl_interfaces::srv::GetParameters::Request names;
  for (const auto& each : sent) names.names.push_back(each.get_name());
  auto answer = send<rcl_interfaces::srv::GetParameters>("/plain/get_parameters", names);
  ASSERT_TRUE(comes(answer));
  const auto values = answer.get()->values;
  ASSERT_EQ(values.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(ParameterValue(values[i]), sent[i].get_parameter_value()) << sent[i].get_name();
  }
}

TEST_F(LoadRequests, SwitchPartsOfNodesOff) {
  start();
  auto asked = request("Plain");
  asked.extra_arguments.push_back(value("start_parameter_services", false));
  asked.extra_arguments.push_back(value("start_parameter_event_publisher", false));
  asked.extra_arguments.push_back(value("enable_rosout", false));
  asked.extra_arguments.push_back(value("use_clock_thread", false));
  asked.extra_arguments.push_back(value("use_intra_process_comms", true));
  asked.extra_arguments.push_back(value("forward_global_arguments", false));
  asked.extra_arguments.push_back(value("enable_topic_statistics", false));
  ASSERT_TRUE(load(asked).success);
  asked.node_name = "with_loggers";
  asked.extra_arguments.push_back(value("enable_logger_service", true));
  ASSERT_TRUE(load(asked).success);
  EXPECT_TRUE(
      spin_until([&] { return node_->count_services("/with_loggers/set_logger_levels") == 1; }));
  EXPECT_EQ(node_->count_services("/plain/set_logger_levels"), 0u);
  EXPECT_EQ(node_->count_services("/plain/get_parameters"), 0u);
  EXPECT_EQ(node_->count_publishers("/parameter_events"), 1u);  // the tester's
}

TEST_F(LoadRequests, ForwardTheContainersArgumentsOnlyWhenTold) {
  start("component_container", {"--ros-args", "-r", "chatter:=words"});
  ASSERT_TRUE(load("Talker").success);
  EXPECT_TRUE(spin_until([&] { return node_->count_publishers("/chatter") == 1; }));
  auto asked = request("Talker");
  asked.node_name = "speaker";
  asked.extra_arguments.push_back(value("forward_global_arguments", true));
  ASSERT_TRUE(load(asked).success);
  EXPECT_TRUE(spin_until([&] { return node_->count_publishers("/words") == 1; }));
}

TEST_F(LoadRequests, WithAnUnknownExtraArgumentAreRefusedByName) {
  start();
  auto asked = request("Plain");
  asked.extra_arguments.push_back(value("use_intra_proces_comms", true));
  const auto answer = load(asked);
  EXPECT_FALSE(answer.success);
  EXPECT_THAT(std::string(answer.error_message),
              HasSubstr("'use_intra_proces_comms' is not known; did you mean "
                        "use_intra_process_comms?"));
  EXPECT_THAT(std::string(answer.error_message), HasSubstr("start_parameter_services"));
  EXPECT_TRUE(list().unique_ids.empty());
}

TEST_F(LoadRequests, WithAnExtraArgumentOfAWrongTypeAreRefused) {
  start();
  auto asked = request("Plain");
  asked.extra_arguments.push_back(value("enable_rosout", std::string("yes")));
  const auto answer = load(asked);
  EXPECT_FALSE(answer.success);
  EXPECT_THAT(std::string(answer.error_message),
              HasSubstr("'enable_rosout' must be a boolean (true or false) and is: yes (string)"));
  asked = request("Plain");
  asked.extra_arguments.push_back(value("enable_topic_statistics", true));
  EXPECT_THAT(std::string(load(asked).error_message), HasSubstr("Baton has no topic statistics"));
}

TEST_F(LoadRequests, SetLogLevelsUntilTheComponentGoes) {
  ChildProcess& container = start();
  auto asked = request("Wicked", "wicked");
  asked.log_level = 50;
  const auto quiet = load(asked);
  ASSERT_TRUE(quiet.success) << quiet.error_message.c_str();
  ASSERT_TRUE(unload(quiet.unique_id).success);
  const auto loud = load("Wicked", "wicked");
  ASSERT_TRUE(unload(loud.unique_id).success);
  EXPECT_TRUE(says(container, "[wicked]: destroyed"));
  asked.log_level = 7;
  EXPECT_THAT(std::string(load(asked).error_message), HasSubstr("log_level 7 is none"));
}

TEST_F(LoadRequests, ForANameThatIsTakenAreAnsweredAndWarnedOf) {
  ChildProcess& container = start();
  ASSERT_TRUE(load("Plain").success);
  EXPECT_FALSE(container.errors().find("there are two nodes") != std::string::npos);
  ASSERT_TRUE(load("Plain").success);
  EXPECT_THAT(list().full_node_names, ElementsAre("/plain", "/plain"));
  EXPECT_TRUE(says(container, "there are two nodes '/plain'"));
}

TEST_F(LoadRequests, NeedNoExecutorOfOneKind) {
  start("component_container_mt",
        {"--ros-args", "-p", "thread_num:=3", "-r", "__node:=threads", "-r", "__ns:=/pool"},
        "/pool/threads");
  EXPECT_TRUE(load("Talker").success);
}

}  // namespace
}  // namespace baton::components
