// SPDX-License-Identifier: Apache-2.0
// What a lifecycle node has as a node.
#include <atomic>

#include <std_srvs/srv/trigger.hpp>

#include "lifecycle_test.hpp"

namespace lifecycle_test {
namespace {

using namespace std::chrono_literals;
using std_srvs::srv::Trigger;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

static_assert(!std::is_base_of_v<rclcpp::Node, LifecycleNode>);

class LifecycleNodes : public LifecycleTest {
 protected:
  bool spin_until(const std::shared_ptr<LifecycleNode>& node, const std::function<bool()>& done) {
    rclcpp::executors::SingleThreadedExecutor executor(executor_options());
    executor.add_node(node->get_node_base_interface());
    return wait_until([&] {
      if (!done()) executor.spin_once(1ms);
      return done();
    });
  }
};

TEST_F(LifecycleNodes, HaveNames) {
  const auto node = std::make_shared<LifecycleNode>("node", "ns", options());
  EXPECT_STREQ(node->get_name(), "node");
  EXPECT_STREQ(node->get_namespace(), "/ns");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/ns/node");
  EXPECT_STREQ(node->get_logger().get_name(), "ns.node");
  EXPECT_EQ(node->get_node_options().context(), context);
  EXPECT_THAT(node->get_node_names(), ElementsAre("/ns/node"));
  EXPECT_THROW(LifecycleNode("no name", options()), rclcpp::exceptions::InvalidNodeNameError);
}

TEST_F(LifecycleNodes, HaveTopicsTimersAndClocks) {
  const auto node = make_node();
  std::string heard;
  int ticks = 0;
  const auto publisher = node->create_publisher<String>("words", rclcpp::SensorDataQoS());
  const auto subscription = node->create_subscription<String>(
      "words", rclcpp::SensorDataQoS(), [&](const String& message) { heard = message.data; },
      rclcpp::SubscriptionOptions());
  publisher->on_activate();
  const auto wall = node->create_wall_timer(1ms, [&] {
    String message;
    message.data = "hello";
    publisher->publish(message);
  });
  const auto timer = node->create_timer(1ms, [&] { ++ticks; });
  EXPECT_TRUE(spin_until(node, [&] { return heard == "hello" && ticks > 1; }));
  EXPECT_EQ(node->count_publishers("/words"), 1u);
  EXPECT_EQ(node->count_subscribers("/words"), 1u);
  EXPECT_EQ(node->get_publishers_info_by_topic("/words").size(), 1u);
  EXPECT_EQ(node->get_subscriptions_info_by_topic("/words").front().node_name(), "node");
  EXPECT_EQ(node->get_topic_names_and_types().at("/words"),
            std::vector<std::string>{"std_msgs/msg/String"});
  EXPECT_GT(node->now().nanoseconds(), 0);
  EXPECT_EQ(node->get_clock()->get_clock_type(), RCL_ROS_TIME);
}

TEST_F(LifecycleNodes, HaveServicesAndClients) {
  const auto node = make_node();
  const auto service = node->create_service<Trigger>(
      "ask", [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) {
        response->success = true;
      });
  const auto client = node->create_client<Trigger>("ask");
  ASSERT_TRUE(client->wait_for_service(enough));
  auto answer = client->async_send_request(std::make_shared<Trigger::Request>());
  EXPECT_TRUE(spin_until(node, [&] { return answer.wait_for(0s) == std::future_status::ready; }));
  EXPECT_TRUE(answer.get()->success);
  EXPECT_EQ(node->count_services("/ask"), 1u);
  EXPECT_EQ(node->count_clients("/ask"), 1u);
  EXPECT_EQ(node->get_service_names_and_types().count("/node/get_state"), 1u);
}

TEST_F(LifecycleNodes, HaveParameters) {
  const auto node = std::make_shared<LifecycleNode>(
      "node", options().append_parameter_override("rate", std::int64_t{50}));
  EXPECT_EQ(node->declare_parameter("rate", 10), 50);
  EXPECT_EQ(node->declare_parameter<std::string>("frame", "map"), "map");
  EXPECT_EQ(node->declare_parameters("gain", std::map<std::string, double>{{"p", 1.5}}),
            std::vector<double>{1.5});
  EXPECT_TRUE(node->has_parameter("gain.p"));
  EXPECT_EQ(node->get_parameter("rate").as_int(), 50);
  double gain = 0;
  EXPECT_TRUE(node->get_parameter("gain.p", gain));
  EXPECT_EQ(gain, 1.5);
  EXPECT_EQ(node->get_parameter_or("none", 7), 7);
  const auto handle =
      node->add_on_set_parameters_callback([](const std::vector<rclcpp::Parameter>& parameters) {
        rcl_interfaces::msg::SetParametersResult result;
        result.successful = parameters.front().get_name() != "frame";
        return result;
      });
  EXPECT_TRUE(node->set_parameter({"rate", 20}).successful);
  EXPECT_FALSE(node->set_parameter({"frame", "odom"}).successful);
  node->remove_on_set_parameters_callback(handle.get());
  EXPECT_TRUE(node->set_parameters_atomically({{"frame", "odom"}}).successful);
  EXPECT_EQ(node->get_parameters({"rate", "frame"}).size(), 2u);
  std::map<std::string, double> gains;
  EXPECT_TRUE(node->get_parameters("gain", gains));
  EXPECT_EQ(gains.at("p"), 1.5);
  EXPECT_EQ(node->describe_parameter("rate").type, rclcpp::PARAMETER_INTEGER);
  EXPECT_EQ(node->get_parameter_types({"frame"}),
            std::vector<std::uint8_t>{rclcpp::PARAMETER_STRING});
  EXPECT_EQ(node->list_parameters({"gain"}, 10).names.size(), 1u);
  rcl_interfaces::msg::ParameterDescriptor of_any_type;
  of_any_type.dynamic_typing = true;
  node->declare_parameter("passing", rclcpp::ParameterValue(1), of_any_type);
  node->undeclare_parameter("passing");
  EXPECT_FALSE(node->has_parameter("passing"));
}

TEST_F(LifecycleNodes, AnswerForTheirParametersInEachState) {
  const auto node = make_node();
  node->declare_parameter("rate", 10);
  const Spinning spinning(executor_options(), node);
  const auto asking = std::make_shared<rclcpp::Node>("asking", options());
  rclcpp::SyncParametersClient client(asking, "/node");
  ASSERT_TRUE(client.wait_for_service(enough));
  EXPECT_EQ(client.get_parameter<int>("rate"), 10);
  node->shutdown();
  EXPECT_TRUE(client.set_parameters({rclcpp::Parameter("rate", 30)}).front().successful);
  EXPECT_EQ(node->get_parameter("rate").as_int(), 30);
}

TEST_F(LifecycleNodes, GiveTheirParts) {
  const auto node = make_node();
  EXPECT_TRUE(node->get_node_base_interface());
  EXPECT_TRUE(node->get_node_clock_interface());
  EXPECT_TRUE(node->get_node_graph_interface());
  EXPECT_TRUE(node->get_node_logging_interface());
  EXPECT_TRUE(node->get_node_timers_interface());
  EXPECT_TRUE(node->get_node_topics_interface());
  EXPECT_TRUE(node->get_node_services_interface());
  EXPECT_TRUE(node->get_node_parameters_interface());
  EXPECT_TRUE(node->get_node_time_source_interface());
  const auto made = rclcpp::create_publisher<String>(node, "words", 10);
  EXPECT_STREQ(made->get_topic_name(), "/words");
  using namespace rclcpp::node_interfaces;
  const NodeInterfaces<NodeBaseInterface, NodeTopicsInterface> parts(*node);
  EXPECT_EQ(parts.get_node_base_interface(), node->get_node_base_interface());
}

TEST_F(LifecycleNodes, HaveCallbackGroups) {
  const auto node = make_node();
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  int groups = 0;
  node->for_each_callback_group([&](const rclcpp::CallbackGroup::SharedPtr&) { ++groups; });
  EXPECT_EQ(groups, 2);
}

TEST_F(LifecycleNodes, HaveLoggerServicesIfTheirOptionsSaySo) {
  const auto node = std::make_shared<LifecycleNode>("node", options().enable_logger_service(true));
  EXPECT_EQ(node->count_services("/node/set_logger_levels"), 1u);
}

TEST_F(LifecycleNodes, RunInEveryExecutor) {
  const auto try_in = [&](auto&& spinning) {
    (void)spinning;
    EXPECT_EQ(Tool(context, "/node").state(), "unconfigured");
  };
  const auto node = make_node();
  try_in(Spinning<rclcpp::executors::SingleThreadedExecutor>(executor_options(), node));
  try_in(Spinning<rclcpp::executors::StaticSingleThreadedExecutor>(executor_options(), node));
  try_in(Spinning<rclcpp::executors::MultiThreadedExecutor>(executor_options(), node));
}

TEST_F(LifecycleNodes, MeetOthersByPointer) {
  const auto node = std::make_shared<NotingNode>("node", options().use_intra_process_comms(true));
  const auto publisher = node->create_publisher<String>("words", 10);
  const void* heard = nullptr;
  const auto subscription = node->create_subscription<String>(
      "words", 10, [&](String::UniquePtr message) { heard = message.get(); });
  node->configure();
  node->activate();
  ASSERT_TRUE(wait_until([&] { return publisher->get_intra_process_subscription_count() == 1; }));
  auto message = std::make_unique<String>();
  const void* const sent = message.get();
  publisher->publish(std::move(message));
  EXPECT_TRUE(spin_until(node, [&] { return heard != nullptr; }));
  EXPECT_EQ(heard, sent);
}

}  // namespace
}  // namespace lifecycle_test
