// SPDX-License-Identifier: Apache-2.0
// Parameters of a node, as its own code sees them: where values come from, and QoS by parameters.
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <baton/exceptions.hpp>
#include <baton/parameter_map.hpp>
#include <std_msgs/msg/string.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::String;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ParametersTest : public NodeTest {
 protected:
  std::string write_file(const std::string& text) const {
    const std::string path = scratch() + "/parameters.yaml";
    std::ofstream(path) << text;
    return path;
  }
  NodeOptions with_arguments(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"--ros-args"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return options().arguments(all);
  }
};

/// Whatever `call` throws says.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_F(ParametersTest, DeclareSetAndGetHaveTypesOfCpp) {
  Node node("node", options());
  EXPECT_EQ(node.declare_parameter("int", 3), 3);
  EXPECT_EQ(node.declare_parameter<double>("double", 0.5), 0.5);
  EXPECT_EQ(node.declare_parameter<std::string>("text", "x"), "x");
  EXPECT_EQ(node.declare_parameter("literal", "y"), "y");
  EXPECT_EQ(node.declare_parameter("list", std::vector<double>{1, 2}), (std::vector<double>{1, 2}));
  EXPECT_TRUE(node.set_parameter(Parameter("int", 4)).successful);
  int number = 0;
  EXPECT_TRUE(node.get_parameter("int", number));
  EXPECT_EQ(number, 4);
  EXPECT_EQ(node.get_parameter("int").as_int(), 4);
  EXPECT_FALSE(node.get_parameter("none", number));
  EXPECT_EQ(node.get_parameter_or("none", 7), 7);
  EXPECT_THROW(node.get_parameter("text", number), exceptions::InvalidParameterTypeException);
  EXPECT_THROW(node.declare_parameter<int>("no_default"),
               exceptions::UninitializedStaticallyTypedParameterException);
}

TEST_F(ParametersTest, SeveralAreDeclaredAndReadByPrefix) {
  Node node("node", options());
  node.declare_parameters("arm", std::map<std::string, int>{{"x", 1}, {"y", 2}});
  std::map<std::string, int> values;
  EXPECT_TRUE(node.get_parameters("arm", values));
  EXPECT_EQ(values, (std::map<std::string, int>{{"x", 1}, {"y", 2}}));
}

TEST_F(ParametersTest, OptionsWinOverArgumentsAndLaterArgumentsOverEarlierOnes) {
  const std::string file = write_file("node:\n  ros__parameters: {a: 1, b: 1, c: 1}\n");
  const NodeOptions with_all = with_arguments({"--params-file", file, "-p", "b:=2", "-p", "c:=2"})
                                   .append_parameter_override("c", 3);
  Node node("node", with_all);
  EXPECT_EQ(node.declare_parameter("a", 0), 1);
  EXPECT_EQ(node.declare_parameter("b", 0), 2);
  EXPECT_EQ(node.declare_parameter("c", 0), 3);
  EXPECT_EQ(node.declare_parameter("d", 0), 0);
  EXPECT_EQ(node.get_node_parameters_interface()->get_parameter_overrides().size(), 3u);
}

TEST_F(ParametersTest, AFileAfterAnArgumentWins) {
  const std::string file = write_file("/**:\n  ros__parameters: {a: 1}\n");
  Node node("node", with_arguments({"-p", "a:=2", "--params-file", file}));
  EXPECT_EQ(node.declare_parameter("a", 0), 1);
}

TEST_F(ParametersTest, AnOverrideOfTheWrongTypeIsAnError) {
  Node node("node", with_arguments({"-p", "a:=text"}));
  EXPECT_THAT(error_of([&] { node.declare_parameter("a", 1); }),
              AllOf(HasSubstr("'a'"), HasSubstr("{integer}"), HasSubstr("{string}")));
  EXPECT_THROW(node.declare_parameter("a", 1), exceptions::InvalidParameterTypeException);
}

TEST_F(ParametersTest, AFaultInAFileIsShownWithItsPlace) {
  const std::string file = write_file("node:\n  ros__parameters:\n    a: [1, text]\n");
  EXPECT_THAT(error_of([&] {
                Node node("node", with_arguments({"--params-file", file}));
              }),
              HasSubstr(file + ":3:"));
  EXPECT_THAT(error_of([&] { parameter_map_from_yaml_file(file); }), HasSubstr(file + ":3:"));
  EXPECT_THROW(parameter_map_from_yaml_file(scratch() + "/none.yaml"), exceptions::RCLError);
}

TEST_F(ParametersTest, AFileReadsAsAMap) {
  const std::string file = write_file(
      "/**:\n  ros__parameters: {a: 1, b: 1}\n/ns/node:\n  ros__parameters: {b: 2, c.d: x}\n");
  const ParameterMap map = parameter_map_from_yaml_file(file);
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map.at("/**"), (std::vector{Parameter("a", 1), Parameter("b", 1)}));
  const ParameterMap own = parameter_map_from_yaml_file(file, "/ns/node");
  EXPECT_EQ(own.at("/ns/node"),
            (std::vector{Parameter("a", 1), Parameter("b", 2), Parameter("c.d", "x")}));
  EXPECT_EQ(parameters_from_map(map, "/other"),
            (std::vector{Parameter("a", 1), Parameter("b", 1)}));
  EXPECT_EQ(parameters_from_map(map, "/ns/node").back(), Parameter("c.d", "x"));
  EXPECT_EQ(parameters_from_map(map).size(), 4u);
}

TEST_F(ParametersTest, OverridesAreDeclaredIfTheOptionsSaySo) {
  Node node("node", with_arguments({"-p", "a.b:=5", "-p", "c:=true"})
                        .automatically_declare_parameters_from_overrides(true));
  EXPECT_EQ(node.get_parameter("a.b").as_int(), 5);
  EXPECT_TRUE(node.get_parameter("c").as_bool());
  EXPECT_THROW(node.declare_parameter("c", false), exceptions::ParameterAlreadyDeclaredException);
}

TEST_F(ParametersTest, UndeclaredOnesCanBeSetIfTheOptionsSaySo) {
  Node strict("strict", options());
  EXPECT_THROW(strict.set_parameter(Parameter("a", 1)), exceptions::ParameterNotDeclaredException);
  Node lax("lax", options().allow_undeclared_parameters(true));
  EXPECT_TRUE(lax.set_parameter(Parameter("a", 1)).successful);
  EXPECT_EQ(lax.get_parameter("a").as_int(), 1);
}

TEST_F(ParametersTest, TheQosOfATopicCanBeOverridden) {
  const std::string prefix = "qos_overrides./topic.publisher.";
  Node node("node", with_arguments(
                        {"-p", prefix + "depth:=3", "-p", prefix + "durability:=transient_local"})
                        .append_parameter_override(prefix + "reliability", "best_effort"));
  PublisherOptions publisher_options;
  publisher_options.qos_overriding_options = QosOverridingOptions::with_all_policies();
  const auto publisher = node.create_publisher<String>("topic", 10, publisher_options);
  const QoS qos = publisher->get_actual_qos();
  EXPECT_EQ(qos.depth(), 3u);
  EXPECT_EQ(qos.durability(), DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.reliability(), ReliabilityPolicy::BestEffort);
  EXPECT_EQ(qos.history(), HistoryPolicy::KeepLast);
  EXPECT_EQ(node.get_parameter(prefix + "history").as_string(), "keep_last");
  EXPECT_FALSE(node.set_parameter(Parameter(prefix + "depth", 4)).successful);
  EXPECT_EQ(node.describe_parameter(prefix + "depth").description,
            "qos policy {depth} for publisher {/topic}");
  // Another one of the same name has the same parameters.
  EXPECT_EQ(node.create_publisher<String>("topic", 10, publisher_options)->get_actual_qos().depth(),
            3u);
}

TEST_F(ParametersTest, OnlyPoliciesThatMayBeAreOverridden) {
  const std::string prefix = "qos_overrides./topic.subscription_front.";
  Node node("node",
            with_arguments({"-p", prefix + "depth:=3", "-p", prefix + "reliability:=best_effort"}));
  SubscriptionOptions subscription_options;
  subscription_options.qos_overriding_options =
      QosOverridingOptions({QosPolicyKind::Depth}, nullptr, "front");
  const auto subscription = node.create_subscription<String>(
      "topic", 10, [](const String&) {}, subscription_options);
  EXPECT_EQ(subscription->get_actual_qos().depth(), 3u);
  EXPECT_EQ(subscription->get_actual_qos().reliability(), ReliabilityPolicy::Reliable);
  EXPECT_FALSE(node.has_parameter(prefix + "reliability"));
}

TEST_F(ParametersTest, WrongQosOverridesAreErrors) {
  const std::string prefix = "qos_overrides./topic.publisher.";
  const auto make = [&](const std::string& override, const QosCallback& validate) {
    Node node("node", with_arguments({"-p", prefix + override}));
    PublisherOptions publisher_options;
    publisher_options.qos_overriding_options = QosOverridingOptions::with_all_policies(validate);
    node.create_publisher<String>("topic", 10, publisher_options);
  };
  EXPECT_THAT(error_of([&] { make("reliability:=sometimes", nullptr); }),
              AllOf(HasSubstr("{reliability}"), HasSubstr("sometimes")));
  EXPECT_THROW(make("reliability:=sometimes", nullptr), std::invalid_argument);
  EXPECT_THROW(make("depth:=-1", nullptr), exceptions::InvalidQosOverridesException);
  EXPECT_THROW(make("depth:=many", nullptr), exceptions::InvalidParameterTypeException);
  const auto refuse = [](const QoS& qos) {
    QosCallbackResult result;
    result.successful = qos.depth() < 5;
    result.reason = "too deep";
    return result;
  };
  EXPECT_NO_THROW(make("depth:=4", refuse));
  EXPECT_EQ(error_of([&] { make("depth:=5", refuse); }), "validation callback failed: too deep");
}

TEST_F(ParametersTest, TheQosOfParameterEventsCanBeOverridden) {
  Node node("node", with_arguments({"-p", "qos_overrides./parameter_events.publisher.depth:=5"}));
  const auto publishers = node.get_publishers_info_by_topic("/parameter_events");
  ASSERT_EQ(publishers.size(), 1u);
  EXPECT_EQ(node.get_parameter("qos_overrides./parameter_events.publisher.depth").as_int(), 5);
}

TEST_F(ParametersTest, NothingIsPublishedOrServedIfTheOptionsSaySo) {
  Node node("node", options()
                        .start_parameter_services(false)
                        .start_parameter_event_publisher(false)
                        .append_parameter_override("start_type_description_service", false));
  EXPECT_EQ(node.count_publishers("/parameter_events"), 0u);
  EXPECT_TRUE(node.get_service_names_and_types_by_node("node", "/").empty());
  EXPECT_EQ(node.declare_parameter("a", 1), 1);
}

}  // namespace
}  // namespace baton::nodes
