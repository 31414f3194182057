// SPDX-License-Identifier: Apache-2.0
// Lifecycle nodes as others see them: another context, another process, the network.
#include <future>

#include "../dds/network_opened_once.hpp"
#include "lifecycle_test.hpp"
#include "testing/child_process.hpp"

namespace lifecycle_test {
namespace {

using namespace std::chrono_literals;
using baton::testing::ChildProcess;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class LifecycleServices : public LifecycleTest {
 protected:
  void SetUp() override {
    LifecycleTest::SetUp();
    other = begin_context();
  }
  void TearDown() override {
    other->shutdown("the test is over");
    other.reset();
    LifecycleTest::TearDown();
  }
  rclcpp::Context::SharedPtr other;
};

TEST_F(LifecycleServices, LeadANodeThroughItsLife) {
  const auto node = make_node();
  const Spinning spinning(executor_options(), node);
  const Tool tool(other, "/node");
  EXPECT_EQ(tool.state(), "unconfigured");
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_CONFIGURE));
  EXPECT_EQ(tool.state(), "inactive");
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_ACTIVATE));
  EXPECT_EQ(tool.state(), "active");
  EXPECT_EQ(node->get_current_state().label(), "active");
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_DEACTIVATE));
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_CLEANUP));
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_UNCONFIGURED_SHUTDOWN));
  EXPECT_EQ(tool.state(), "finalized");
  EXPECT_THAT(node->calls(), SizeIs(5));
}

TEST_F(LifecycleServices, TakeALabelBeforeANumber) {
  const auto node = make_node();
  const Spinning spinning(executor_options(), node);
  const Tool tool(other, "/node");
  EXPECT_TRUE(tool.change(0, "configure"));
  EXPECT_FALSE(tool.change(Transitions::TRANSITION_ACTIVATE, "unheard_of"));
  EXPECT_EQ(tool.state(), "inactive");
  EXPECT_TRUE(tool.change(Transitions::TRANSITION_ACTIVATE, "shutdown"));
  EXPECT_EQ(tool.state(), "finalized");
}

TEST_F(LifecycleServices, RefuseWhatIsNotPossible) {
  const auto node = make_node();
  const Spinning spinning(executor_options(), node);
  const Tool tool(other, "/node");
  for (const std::uint8_t id : {Transitions::TRANSITION_ACTIVATE, Transitions::TRANSITION_CREATE,
                                Transitions::TRANSITION_ON_CONFIGURE_SUCCESS, std::uint8_t{250}}) {
    EXPECT_FALSE(tool.change(id)) << int{id};
  }
  EXPECT_FALSE(tool.change(0, "transition_success"));
  EXPECT_THAT(node->calls(), IsEmpty());
}

TEST_F(LifecycleServices, SayThatACallbackDidNotSucceed) {
  const auto node = make_node();
  const Spinning spinning(executor_options(), node);
  const Tool tool(other, "/node");
  node->on("configure", CallbackReturn::FAILURE);
  EXPECT_FALSE(tool.change(Transitions::TRANSITION_CONFIGURE));
  EXPECT_EQ(tool.state(), "unconfigured");
  node->on("configure", []() -> CallbackReturn { throw std::runtime_error("no camera"); });
  EXPECT_FALSE(tool.change(Transitions::TRANSITION_CONFIGURE));
  EXPECT_EQ(tool.state(), "unconfigured");
  node->on("error", CallbackReturn::FAILURE);
  EXPECT_FALSE(tool.change(Transitions::TRANSITION_CONFIGURE));
  EXPECT_EQ(tool.state(), "finalized");
}

TEST_F(LifecycleServices, ListStatesAndTransitions) {
  const auto node = make_node_in(States::PRIMARY_STATE_ACTIVE);
  const Spinning spinning(executor_options(), node);
  const Tool tool(other, "/node");
  const auto states = tool.ask<GetAvailableStates>("get_available_states");
  ASSERT_TRUE(states);
  ASSERT_THAT(states->available_states, SizeIs(11));
  EXPECT_EQ(states->available_states[5].id, States::TRANSITION_STATE_CONFIGURING);
  EXPECT_EQ(states->available_states[5].label, "configuring");
  const auto possible = tool.ask<GetAvailableTransitions>("get_available_transitions");
  ASSERT_TRUE(possible);
  ASSERT_THAT(possible->available_transitions, SizeIs(2));
  EXPECT_EQ(possible->available_transitions[0].transition.label, "deactivate");
  EXPECT_EQ(possible->available_transitions[1].transition.id,
            Transitions::TRANSITION_ACTIVE_SHUTDOWN);
  EXPECT_EQ(possible->available_transitions[1].start_state.label, "active");
  EXPECT_EQ(possible->available_transitions[1].goal_state.label, "shuttingdown");
  const auto graph = tool.ask<GetAvailableTransitions>("get_transition_graph");
  ASSERT_TRUE(graph);
  EXPECT_THAT(graph->available_transitions, SizeIs(25));
}

TEST_F(LifecycleServices, TellOfEachStepInItsOrder) {
  const auto node = make_node();
  const auto listener =
      std::make_shared<rclcpp::Node>("listener", rclcpp::NodeOptions().context(other));
  std::vector<std::string> heard;
  bool is_stamped = true;
  const auto begin = node->now();
  const auto subscription = listener->create_subscription<TransitionEvent>(
      "/node/transition_event", 10, [&](const TransitionEvent& event) {
        heard.push_back(std::string(event.transition.label) + ": " +
                        std::string(event.start_state.label) + " to " +
                        std::string(event.goal_state.label));
        is_stamped = is_stamped && rclcpp::Time(event.stamp, RCL_ROS_TIME) >= begin;
      });
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  ASSERT_TRUE(wait_until([&] { return node->count_subscribers("/node/transition_event") == 1; }));
  node->configure();
  node->on("activate", CallbackReturn::ERROR);
  node->activate();
  node->activate();  // refused, and not told
  node->shutdown();
  rclcpp::executors::SingleThreadedExecutor executor(executor_options(other));
  executor.add_node(listener);
  EXPECT_TRUE(wait_until([&] {
    executor.spin_some();
    return heard.size() >= 7;
  }));
  EXPECT_THAT(heard, ElementsAre("configure: unconfigured to configuring",
                                 "transition_success: configuring to inactive",
                                 "activate: inactive to activating",
                                 "transition_error: activating to errorprocessing",
                                 "transition_success: errorprocessing to unconfigured",
                                 "shutdown: unconfigured to shuttingdown",
                                 "transition_success: shuttingdown to finalized"));
  EXPECT_TRUE(is_stamped);
}

TEST_F(LifecycleServices, AreNotThereWithoutTheCommunicationInterface) {
  const auto node = std::make_shared<LifecycleNode>("node", options(), false);
  const auto with = std::make_shared<LifecycleNode>("with", "/ns", options(), true);
  const auto services = [&](const std::string& name, const std::string& in) {
    std::size_t found = 0;
    for (const auto& [service, types] : node->get_service_names_and_types_by_node(name, in)) {
      found += types.front().starts_with("lifecycle_msgs/") ? 1 : 0;
    }
    return found;
  };
  EXPECT_EQ(services("node", "/"), 0u);
  EXPECT_EQ(services("with", "/ns"), 5u);
  EXPECT_EQ(node->count_publishers("/node/transition_event"), 0u);
  EXPECT_EQ(node->count_publishers("/ns/with/transition_event"), 1u);
  EXPECT_EQ(node->count_services("/ns/with/change_state"), 1u);
  EXPECT_EQ(node->configure().label(), "inactive");
}

TEST_F(LifecycleServices, OfTwoClientsOneGetsItsTransition) {
  const auto node = make_node();
  // A caller of this process, while a client asks.
  std::promise<void> entered, may_go;
  node->on("configure", [&] {
    entered.set_value();
    may_go.get_future().wait();
    return CallbackReturn::SUCCESS;
  });
  const Spinning spinning(executor_options(), node);
  auto inside = std::async(std::launch::async, [&] { return node->configure().label(); });
  entered.get_future().wait();
  const Tool tool(other, "/node");
  EXPECT_FALSE(tool.change(Transitions::TRANSITION_CONFIGURE));
  EXPECT_EQ(tool.state(), "configuring");
  may_go.set_value();
  EXPECT_EQ(inside.get(), "inactive");
}

TEST_F(LifecycleServices, AreFoundUnderRemappedNames) {
  const auto node = std::make_shared<NotingNode>(
      "node", options().arguments({"--ros-args", "-r", "__node:=camera", "-r", "__ns:=/left"}));
  const Spinning spinning(executor_options(), node);
  EXPECT_EQ(Tool(other, "/left/camera").state(), "unconfigured");
}

// ---- another process ----

class LifecycleInProcesses : public LifecycleTest {
 protected:
  static std::unique_ptr<ChildProcess> start(
      std::map<std::string, std::optional<std::string>> environment = {}) {
    baton::testing::ChildOptions child;
    child.program = "baton_lifecycle_peer";
    child.environment = std::move(environment);
    auto started = std::make_unique<ChildProcess>(child);
    EXPECT_EQ(started->read_line().value_or("nothing: " + started->errors()), "ready");
    return started;
  }
  static void end(ChildProcess& child) {
    child.close_input();
    const auto how = child.wait();
    ASSERT_TRUE(how);
    EXPECT_EQ(how->status, 0);
  }
};

TEST_F(LifecycleInProcesses, ANodeIsLedByATool) {
  auto child = start();
  {
    const Tool tool(context, "/peer");
    EXPECT_TRUE(tool.change(Transitions::TRANSITION_CONFIGURE));
    EXPECT_EQ(child->read_line().value_or(""), "configure");
    EXPECT_TRUE(tool.change(Transitions::TRANSITION_ACTIVATE));
    EXPECT_EQ(child->read_line().value_or(""), "activate");
    EXPECT_EQ(tool.state(), "active");
    EXPECT_FALSE(tool.change(Transitions::TRANSITION_CLEANUP));
    EXPECT_TRUE(tool.change(0, "shutdown"));
    EXPECT_EQ(child->read_line().value_or(""), "shutdown");
    EXPECT_EQ(tool.state(), "finalized");
  }
  end(*child);
}

TEST_F(LifecycleInProcesses, OnlyAnActiveNodeIsHeard) {
  auto child = start();
  {
    const Tool tool(context, "/peer");
    const auto listener = std::make_shared<rclcpp::Node>("listener", options());
    std::atomic<int> heard{0};
    const auto subscription =
        listener->create_subscription<String>("/words", 10, [&](const String&) { ++heard; });
    const Spinning spinning(executor_options(), listener);
    ASSERT_TRUE(tool.change(Transitions::TRANSITION_CONFIGURE));
    ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
    EXPECT_TRUE(baton::testing::stays_true([&] { return heard == 0; }, 50ms));
    ASSERT_TRUE(tool.change(Transitions::TRANSITION_ACTIVATE));
    EXPECT_TRUE(wait_until([&] { return heard > 10; }));
    ASSERT_TRUE(tool.change(Transitions::TRANSITION_DEACTIVATE));
    const int before = heard;
    EXPECT_TRUE(baton::testing::stays_true([&] { return heard <= before + 10; }, 50ms));
  }
  end(*child);
}

// ---- the network ----

class LifecycleOverUdp : private baton::network::NetworkOpenedOnce,
                         public baton::testing::IsolatedTest {};

TEST_F(LifecycleOverUdp, ANodeIsLedAndHeard) {
  if (!baton::network::has_network) GTEST_SKIP() << "built without Fast DDS";
  const auto open = [] {
    baton::ContextOptions options;
    options.transport = baton::TransportChoice::udp;
    return std::make_shared<rclcpp::Context>(options);
  };
  auto here = open();
  auto there = open();
  {
    const auto node = std::make_shared<NotingNode>("node", rclcpp::NodeOptions().context(here));
    const auto listener =
        std::make_shared<rclcpp::Node>("listener", rclcpp::NodeOptions().context(there));
    std::atomic<int> heard{0};
    const auto subscription = listener->create_subscription<TransitionEvent>(
        "/node/transition_event", 10, [&](const TransitionEvent& event) {
          if (event.goal_state.id == States::PRIMARY_STATE_INACTIVE) ++heard;
        });
    ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
    ASSERT_TRUE(wait_until([&] { return node->count_subscribers("/node/transition_event") == 1; }));
    rclcpp::ExecutorOptions in_there, in_here;
    in_there.context = there;
    in_here.context = here;
    const Spinning listening(in_there, listener);
    const Spinning spinning(in_here, node);
    const Tool tool(there, "/node");
    EXPECT_TRUE(tool.change(Transitions::TRANSITION_CONFIGURE));
    EXPECT_EQ(tool.state(), "inactive");
    EXPECT_TRUE(wait_until([&] { return heard == 1; }));
    EXPECT_FALSE(tool.change(Transitions::TRANSITION_CONFIGURE));
    const auto graph = tool.ask<GetAvailableTransitions>("get_transition_graph");
    ASSERT_TRUE(graph);
    EXPECT_THAT(graph->available_transitions, SizeIs(25));
  }
  here->shutdown("the test is over");
  there->shutdown("the test is over");
  here.reset();
  there.reset();
}

}  // namespace
}  // namespace lifecycle_test
