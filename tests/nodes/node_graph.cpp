// SPDX-License-Identifier: Apache-2.0
// The domain's nodes and endpoints, as nodes see them.
#include <chrono>
#include <thread>

#include <std_msgs/msg/int64.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using std_srvs::srv::SetBool;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using namespace std::chrono_literals;

class NodeGraphTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    other_context = begin_context();
    here = std::make_shared<Node>("here", "/robot", options());
    there = std::make_shared<Node>("there", NodeOptions().context(other_context));
  }
  void TearDown() override {
    here.reset();
    there.reset();
    other_context->shutdown("the test is over");
    other_context.reset();
    NodeTest::TearDown();
  }

  Context::SharedPtr other_context;  // as another process would have
  std::shared_ptr<Node> here;
  std::shared_ptr<Node> there;
};

TEST_F(NodeGraphTest, NodesOfAllProcessesAreNamed) {
  ASSERT_TRUE(wait_until([&] { return here->get_node_names().size() == 2; }));
  EXPECT_THAT(here->get_node_names(), IsSupersetOf({"/robot/here", "/there"}));
  const auto pairs = here->get_node_graph_interface()->get_node_names_and_namespaces();
  EXPECT_THAT(pairs, IsSupersetOf({std::pair<std::string, std::string>("here", "/robot"),
                                   std::pair<std::string, std::string>("there", "/")}));
  there.reset();
  EXPECT_TRUE(wait_until([&] { return here->get_node_names().size() == 1; }));
}

TEST_F(NodeGraphTest, EndpointsOfATopicAreCountedAndDescribed) {
  const auto publisher = there->create_publisher<Int64>("/robot/speed", SensorDataQoS());
  const auto subscription =
      here->create_subscription<Int64>("speed", SensorDataQoS(), [](const Int64&) {});
  ASSERT_TRUE(wait_until([&] { return here->count_publishers("speed") == 1; }));
  EXPECT_EQ(here->count_subscribers("speed"), 1u);
  EXPECT_EQ(there->count_subscribers("speed"), 0u);  // of another namespace
  const auto infos = here->get_publishers_info_by_topic("speed");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].node_name(), "there");
  EXPECT_EQ(infos[0].node_namespace(), "/");
  EXPECT_EQ(infos[0].topic_type(), "std_msgs/msg/Int64");
  EXPECT_EQ(infos[0].endpoint_type(), EndpointType::Publisher);
  EXPECT_EQ(infos[0].qos_profile().reliability(), ReliabilityPolicy::BestEffort);
  EXPECT_EQ(here->get_subscriptions_info_by_topic("speed")[0].node_namespace(), "/robot");
}

TEST_F(NodeGraphTest, AnEndpointWithoutANodeHasAnUnknownOne) {
  const auto publisher = create_publisher<Int64>(*other_context, "/speed", 10);
  ASSERT_TRUE(wait_until([&] { return here->count_publishers("/speed") == 1; }));
  EXPECT_EQ(here->get_publishers_info_by_topic("/speed")[0].node_name(), "_NODE_NAME_UNKNOWN_");
}

TEST_F(NodeGraphTest, TopicsAndServicesAreListedApart) {
  const auto publisher = there->create_publisher<Int64>("/speed", 10);
  const auto service = there->create_service<SetBool>(
      "/enable", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  const auto client = here->create_client<SetBool>("/enable");
  ASSERT_TRUE(wait_until([&] {
    return here->count_services("/enable") == 1 && here->count_publishers("/speed") == 1;
  }));
  const auto topics = here->get_topic_names_and_types();
  EXPECT_THAT(topics, Contains(Pair("/speed", ElementsAre("std_msgs/msg/Int64"))));
  for (const auto& [name, types] : topics) {
    EXPECT_EQ(name.find("enable"), std::string::npos) << name;
  }
  EXPECT_THAT(here->get_node_graph_interface()->get_topic_names_and_types(true),
              Contains(Key("rq/enableRequest")));
  EXPECT_THAT(here->get_service_names_and_types(),
              Contains(Pair("/enable", ElementsAre("std_srvs/srv/SetBool"))));
  EXPECT_EQ(here->count_clients("/enable"), 1u);
}

TEST_F(NodeGraphTest, ANodesOwnTopicsAndServicesAreListed) {
  const auto publisher = there->create_publisher<Int64>("/speed", 10);
  const auto service = there->create_service<SetBool>(
      "/enable", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  const auto client = here->create_client<SetBool>("/enable");
  const auto graph = here->get_node_graph_interface();
  ASSERT_TRUE(wait_until([&] { return here->count_services("/enable") == 1; }));
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("there", "/"), Contains(Key("/speed")));
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("here", "/robot"),
              Not(Contains(Key("/speed"))));
  EXPECT_THAT(graph->get_subscriber_names_and_types_by_node("there", "/"),
              Not(Contains(Key("/speed"))));
  EXPECT_THAT(here->get_service_names_and_types_by_node("there", "/"), Contains(Key("/enable")));
  EXPECT_THAT(graph->get_client_names_and_types_by_node("there", "/"),
              Not(Contains(Key("/enable"))));
  EXPECT_THAT(graph->get_client_names_and_types_by_node("here", "/robot"),
              Contains(Key("/enable")));
  EXPECT_THROW(graph->get_publisher_names_and_types_by_node("nobody", "/"), exceptions::RCLError);
}

TEST_F(NodeGraphTest, AChangeIsWaitedFor) {
  const auto event = here->get_graph_event();
  (void)event->check_and_clear();
  // It stays, because another process may not see what comes and goes at once.
  Publisher<Int64>::SharedPtr publisher;
  std::thread making([&] { publisher = there->create_publisher<Int64>("/speed", 10); });
  here->wait_for_graph_change(event, testing::default_deadline);
  making.join();
  EXPECT_TRUE(event->check_and_clear());
}

TEST_F(NodeGraphTest, AWaitForAChangeEndsWithItsTimeAndWithTheContext) {
  const auto event = here->get_graph_event();
  (void)wait_until([&] { return here->get_node_names().size() == 2; });
  (void)event->check_and_clear();
  here->wait_for_graph_change(event, 1ms);
  std::thread ending([&] { context->shutdown(); });
  here->wait_for_graph_change(event, -1ns);
  ending.join();
}

TEST_F(NodeGraphTest, AnEventOfAnotherNodeIsRefused) {
  EXPECT_THROW(here->wait_for_graph_change(nullptr, 1ms), exceptions::InvalidEventError);
  EXPECT_THROW(here->wait_for_graph_change(std::make_shared<Event>(), 1ms),
               exceptions::EventNotRegisteredError);
}

}  // namespace
}  // namespace baton::nodes
