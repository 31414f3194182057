// SPDX-License-Identifier: Apache-2.0
// Parameters of one node, read, set and watched by another one.
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <baton/parameter_client.hpp>
#include <baton/parameter_event_handler.hpp>
#include <baton/parameter_events_filter.hpp>

#include <rcl_interfaces/srv/get_parameters.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;
using Event = rcl_interfaces::msg::ParameterEvent;

/// The server spins in a thread; the client's node is spun by the asking thread.
class RemoteParametersTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    server = make_node("server");
    asker = make_node("asker");
    executor = std::make_unique<executors::SingleThreadedExecutor>(executor_options());
    executor->add_node(server);
    spinner = std::thread([this] { executor->spin(); });
  }
  void TearDown() override {
    executor->cancel();
    spinner.join();
    executor.reset();
    asker.reset();
    server.reset();
    NodeTest::TearDown();
  }
  /// Until events of both nodes reach a handler: before its match it hears nothing.
  void await_events(ParameterEventHandler& handler, Executor& own) {
    bool of_server = false;
    bool of_asker = false;
    const auto callback = handler.add_parameter_event_callback([&](const Event& event) {
      of_server = of_server || event.node == "/server";
      of_asker = of_asker || event.node == "/asker";
    });
    server->declare_parameter("poke", 0);
    asker->declare_parameter("poke", 0);
    int count = 0;
    ASSERT_TRUE(spin_until(own, [&] {
      server->set_parameter(Parameter("poke", ++count));
      asker->set_parameter(Parameter("poke", count));
      return of_server && of_asker;
    }));
    own.spin_all(std::chrono::seconds(0));  // nothing of it is heard later
  }
  std::unique_ptr<SyncParametersClient> make_client(const std::string& name = "server") {
    auto made = std::make_unique<SyncParametersClient>(asker, name);
    EXPECT_TRUE(made->wait_for_service(10s));
    return made;
  }

  std::shared_ptr<Node> server;
  std::shared_ptr<Node> asker;
  std::unique_ptr<Executor> executor;
  std::thread spinner;
};

TEST_F(RemoteParametersTest, EveryTypeGoesThereAndBack) {
  const std::vector<std::pair<ParameterValue, ParameterValue>> values = {
      {ParameterValue(false), ParameterValue(true)},
      {ParameterValue(1), ParameterValue(-2)},
      {ParameterValue(1.5), ParameterValue(2.5)},
      {ParameterValue("a"), ParameterValue("text")},
      {ParameterValue(std::vector<std::uint8_t>{1}),
       ParameterValue(std::vector<std::uint8_t>{7, 8})},
      {ParameterValue(std::vector<bool>{true}), ParameterValue(std::vector<bool>{false, true})},
      {ParameterValue(std::vector<int>{1}), ParameterValue(std::vector<int>{2, 3})},
      {ParameterValue(std::vector<double>{1}), ParameterValue(std::vector<double>{2, 3})},
      {ParameterValue(std::vector<std::string>{"a"}),
       ParameterValue(std::vector<std::string>{"b", ""})},
  };
  std::vector<std::string> names;
  std::vector<Parameter> wanted;
  for (const auto& [first, second] : values) {
    names.push_back(to_string(first.get_type()));
    server->declare_parameter(names.back(), first);
    wanted.emplace_back(names.back(), second);
  }
  const auto client = make_client();
  for (const auto& result : client->set_parameters(wanted, 10s)) EXPECT_TRUE(result.successful);
  EXPECT_EQ(client->get_parameters(names, 10s), wanted);
  EXPECT_EQ(server->get_parameters(names), wanted);
  const auto types = client->get_parameter_types(names, 10s);
  ASSERT_EQ(types.size(), values.size());
  for (std::size_t i = 0; i < types.size(); ++i) EXPECT_EQ(types[i], values[i].first.get_type());
}

TEST_F(RemoteParametersTest, WhatIsRefusedSaysWhy) {
  server->declare_parameter("a", 1);
  const auto client = make_client();
  const auto results = client->set_parameters(
      {Parameter("a", "text"), Parameter("none", 1), Parameter("a", 2), Parameter("", 1)}, 10s);
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].reason,
            "Wrong parameter type, parameter {a} is of type {integer}, setting it to {string} is "
            "not allowed.");
  EXPECT_EQ(results[1].reason, "parameter 'none' cannot be set because it was not declared");
  EXPECT_TRUE(results[2].successful);
  EXPECT_EQ(results[3].reason, "parameter name must not be empty");
  const auto together =
      client->set_parameters_atomically({Parameter("a", 3), Parameter("none", 1)}, 10s);
  EXPECT_FALSE(together.successful);
  EXPECT_EQ(together.reason, "One or more parameters were not declared before setting");
  EXPECT_EQ(server->get_parameter("a").as_int(), 2);
}

TEST_F(RemoteParametersTest, WhatIsNotThereReadsAsNothing) {
  server->declare_parameter("a", 1);
  server->declare_parameter("empty", PARAMETER_STRING);
  const auto client = make_client();
  EXPECT_TRUE(client->get_parameters({"a", "none"}, 10s).empty());
  EXPECT_TRUE(client->get_parameters({"empty"}, 10s).empty());
  EXPECT_TRUE(client->describe_parameters({"none"}, 10s).empty());
  EXPECT_TRUE(client->get_parameter_types({"none"}, 10s).empty());
  EXPECT_FALSE(client->has_parameter("none"));
  EXPECT_TRUE(client->has_parameter("a"));
  EXPECT_EQ(client->get_parameter<int>("a"), 1);
  EXPECT_EQ(client->get_parameter<int>("none", 7), 7);
  EXPECT_THROW(client->get_parameter<int>("none"), std::runtime_error);
}

TEST_F(RemoteParametersTest, AreListedAndDescribed) {
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = "how fast";
  server->declare_parameter("arm.speed", 1, descriptor);
  server->declare_parameter("arm.joint.p", 1);
  const auto client = make_client();
  const auto listed = client->list_parameters({"arm"}, 1, 10s);
  EXPECT_THAT(std::vector<std::string>(listed.names), ElementsAre("arm.speed"));
  EXPECT_THAT(std::vector<std::string>(listed.prefixes), ElementsAre("arm"));
  const auto described = client->describe_parameters({"arm.speed"}, 10s);
  ASSERT_EQ(described.size(), 1u);
  EXPECT_EQ(described[0].description, "how fast");
  EXPECT_EQ(described[0].type, PARAMETER_INTEGER);
}

TEST_F(RemoteParametersTest, OnlyDynamicOnesAreDeleted) {
  rcl_interfaces::msg::ParameterDescriptor dynamic;
  dynamic.dynamic_typing = true;
  server->declare_parameter("fixed", 1);
  server->declare_parameter("free", 1, dynamic);
  const auto results = make_client()->delete_parameters({"fixed", "free"}, 10s);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].reason, "cannot undeclare a statically typed parameter");
  EXPECT_TRUE(results[1].successful);
  EXPECT_TRUE(server->has_parameter("fixed"));
  EXPECT_FALSE(server->has_parameter("free"));
}

TEST_F(RemoteParametersTest, AreLoadedFromAFile) {
  server->declare_parameter("a", 1);
  server->declare_parameter("b.c", "x");
  const std::string file = scratch() + "/p.yaml";
  std::ofstream(file) << "/**:\n  ros__parameters: {a: 2}\n"
                         "server:\n  ros__parameters: {b: {c: z}}\n"
                         "other:\n  ros__parameters: {a: 3}\n";
  const auto client = make_client();
  for (const auto& result : client->load_parameters(file, 10s)) EXPECT_TRUE(result.successful);
  EXPECT_EQ(server->get_parameter("a").as_int(), 2);
  EXPECT_EQ(server->get_parameter("b.c").as_string(), "z");
  std::ofstream(file) << "other:\n  ros__parameters: {a: 3}\n";
  EXPECT_THROW(client->load_parameters(file, 10s), exceptions::InvalidParametersException);
  std::ofstream(file) << "server: [";
  EXPECT_THROW(client->load_parameters(file, 10s), exceptions::RCLError);
}

TEST_F(RemoteParametersTest, AskingAMissingNodeEndsInTime) {
  SyncParametersClient client(asker, "nobody");
  EXPECT_FALSE(client.service_is_ready());
  EXPECT_FALSE(client.wait_for_service(1ms));
  EXPECT_TRUE(client.get_parameters({"a"}, 1ms).empty());
  EXPECT_TRUE(client.set_parameters({Parameter("a", 1)}, 1ms).empty());
  EXPECT_THROW(client.list_parameters({}, 0, 1ms), std::runtime_error);
  EXPECT_THROW(client.set_parameters_atomically({Parameter("a", 1)}, 1ms), std::runtime_error);
}

TEST_F(RemoteParametersTest, RequestsWithoutAnAnswerCanBeForgotten) {
  AsyncParametersClient client(asker, "nobody");
  const auto future = client.get_parameters({"a"});
  (void)client.list_parameters({}, 0);
  EXPECT_EQ(client.prune_pending_requests(), 2u);
  EXPECT_EQ(client.prune_pending_requests(), 0u);
  EXPECT_THROW((void)future.get(), std::future_error);
}

TEST_F(RemoteParametersTest, ARequestThatRepeatsALargeParameterGetsNoAnswerOfAnySize) {
  using rcl_interfaces::srv::GetParameters;
  server->declare_parameter("large", std::string(1 << 20, 'x'));
  const auto client = asker->create_client<GetParameters>("/server/get_parameters");
  ASSERT_TRUE(client->wait_for_service(10s));
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  const auto values_of = [&](std::size_t times) {
    auto request = std::make_shared<GetParameters::Request>();
    request->names.resize(times, "large");
    const auto future = client->async_send_request(request).share();
    EXPECT_EQ(own.spin_until_future_complete(future, 10s), FutureReturnCode::SUCCESS);
    return future.get()->values.size();
  };
  EXPECT_EQ(values_of(2), 2u);
  EXPECT_EQ(values_of(1000), 0u);
}

TEST_F(RemoteParametersTest, WithoutWaitingFuturesAndCallbacksTell) {
  server->declare_parameter("a", 1);
  AsyncParametersClient client(asker, "/server");
  ASSERT_TRUE(client.wait_for_service(10s));
  std::int64_t heard = 0;
  const auto future =
      client.get_parameters({"a"}, [&](std::shared_future<std::vector<Parameter>> parameters) {
        heard = parameters.get().at(0).as_int();
      });
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  ASSERT_EQ(own.spin_until_future_complete(future, 10s), FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get().at(0), Parameter("a", 1));
  EXPECT_EQ(heard, 1);
}

TEST_F(RemoteParametersTest, AHandlerHearsOfParametersOfAnotherNode) {
  ParameterEventHandler handler(asker);
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  await_events(handler, own);
  std::vector<std::string> heard;
  const auto first = handler.add_parameter_callback(
      "a", [&](const Parameter& parameter) { heard.push_back("1:" + parameter.value_to_string()); },
      "server");
  const auto second = handler.add_parameter_callback(
      "a", [&](const Parameter& parameter) { heard.push_back("2:" + parameter.value_to_string()); },
      "/server");
  const auto own_node = handler.add_parameter_callback(
      "a", [&](const Parameter&) { heard.push_back("of another node"); });
  server->declare_parameter("a", 1);
  server->declare_parameter("other", 1);
  ASSERT_TRUE(spin_until(own, [&] { return heard.size() == 2; }));
  EXPECT_THAT(heard, ElementsAre("2:1", "1:1"));
  handler.remove_parameter_callback(second);
  EXPECT_THROW(handler.remove_parameter_callback(second), std::runtime_error);
  server->set_parameter(Parameter("a", 2));
  ASSERT_TRUE(spin_until(own, [&] { return heard.size() == 3; }));
  EXPECT_EQ(heard.back(), "1:2");
  asker->declare_parameter("a", 5);
  ASSERT_TRUE(spin_until(own, [&] { return heard.size() == 4; }));
  EXPECT_EQ(heard.back(), "of another node");
}

TEST_F(RemoteParametersTest, AHandlerHearsOfEvents) {
  ParameterEventHandler handler(asker);
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  await_events(handler, own);
  server->declare_parameter("a", 1);
  std::vector<Event> events;
  auto callback = handler.add_parameter_event_callback([&](const Event& event) {
    if (event.node == "/server" && !event.changed_parameters.empty()) events.push_back(event);
  });
  server->set_parameters_atomically({Parameter("a", 2)});
  ASSERT_TRUE(spin_until(own, [&] { return !events.empty(); }));
  const Event& event = events[0];
  EXPECT_GT(Time(event.stamp).nanoseconds(), 0);
  EXPECT_EQ(ParameterEventHandler::get_parameters_from_event(event),
            std::vector{Parameter("a", 2)});
  Parameter found;
  EXPECT_TRUE(ParameterEventHandler::get_parameter_from_event(event, found, "a", "/server"));
  EXPECT_EQ(found.as_int(), 2);
  EXPECT_FALSE(ParameterEventHandler::get_parameter_from_event(event, found, "a", "/asker"));
  EXPECT_EQ(ParameterEventHandler::get_parameter_from_event(event, "b", "/server"), Parameter("b"));
  EXPECT_THROW(ParameterEventHandler::get_parameter_from_event(event, "a", "/asker"),
               std::runtime_error);
  using Type = ParameterEventsFilter::EventType;
  const auto shared = std::make_shared<const Event>(event);
  const ParameterEventsFilter filter(shared, {"a"}, {Type::NEW, Type::CHANGED});
  ASSERT_EQ(filter.get_events().size(), 1u);
  EXPECT_EQ(filter.get_events()[0].first, Type::CHANGED);
  EXPECT_EQ(filter.get_events()[0].second->name, "a");
  EXPECT_TRUE(ParameterEventsFilter(shared, {"a"}, {Type::NEW}).get_events().empty());
  EXPECT_TRUE(ParameterEventsFilter(shared, {"b"}, {Type::CHANGED}).get_events().empty());
}

TEST_F(RemoteParametersTest, AHandlerPassesOverParametersOfATypeThatDoesNotExist) {
  ParameterEventHandler handler(asker);
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  await_events(handler, own);
  std::int64_t heard = 0;
  const auto callback = handler.add_parameter_callback(
      "a", [&](const Parameter& parameter) { heard = parameter.as_int(); }, "/server");
  const auto publisher = asker->create_publisher<Event>("/parameter_events", ParameterEventsQoS());
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() >= 1; }));
  Event event;
  event.node = "/server";
  event.new_parameters.resize(1);
  event.new_parameters[0] = Parameter("a", 1).to_parameter_msg();
  event.new_parameters[0].value.type = 99;
  EXPECT_TRUE(ParameterEventHandler::get_parameters_from_event(event).empty());
  publisher->publish(event);
  event.new_parameters[0] = Parameter("a", 2).to_parameter_msg();
  publisher->publish(event);
  EXPECT_TRUE(spin_until(own, [&] { return heard == 2; }));
}

TEST_F(RemoteParametersTest, ACallbackMayRemoveTheNextOne) {
  ParameterEventHandler handler(asker);
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  await_events(handler, own);
  int older = 0;
  int newer = 0;
  auto first = handler.add_parameter_callback(
      "a", [&](const Parameter&) { ++older; }, "server");
  const auto second = handler.add_parameter_callback(
      "a",
      [&](const Parameter&) {
        if (newer++ == 0) handler.remove_parameter_callback(first);
      },
      "server");
  server->declare_parameter("a", 1);
  server->set_parameter(Parameter("a", 2));
  ASSERT_TRUE(spin_until(own, [&] { return newer == 2; }));
  EXPECT_EQ(older, 0);
}

TEST_F(RemoteParametersTest, AHandlerCanListenToSomeNodesOnly) {
  ParameterEventHandler handler(asker);
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  await_events(handler, own);
  std::vector<std::string> nodes;
  EXPECT_TRUE(handler.configure_nodes_filter({"server"}));
  const auto callback = handler.add_parameter_event_callback(
      [&](const Event& event) { nodes.emplace_back(event.node); });
  asker->declare_parameter("a", 1);
  server->declare_parameter("a", 1);
  ASSERT_TRUE(spin_until(own, [&] { return !nodes.empty(); }));
  EXPECT_THAT(nodes, ElementsAre("/server"));
  EXPECT_TRUE(handler.configure_nodes_filter({}));
  asker->set_parameter(Parameter("a", 2));
  ASSERT_TRUE(spin_until(own, [&] { return nodes.size() == 2; }));
  EXPECT_EQ(nodes[1], "/asker");
}

TEST_F(RemoteParametersTest, EventsCanBeSubscribedToDirectly) {
  AsyncParametersClient client(asker, "server");
  executors::SingleThreadedExecutor own(executor_options());
  own.add_node(asker);
  int by_member = 0;
  int by_function = 0;
  const auto one = client.on_parameter_event([&](const Event&) { ++by_member; });
  const auto two = AsyncParametersClient::on_parameter_event(
      asker, [&](std::shared_ptr<const Event>) { ++by_function; });
  server->declare_parameter("a", 0);
  int count = 0;
  EXPECT_TRUE(spin_until(own, [&] {
    server->set_parameter(Parameter("a", ++count));
    return by_member > 0 && by_function > 0;
  }));
}

TEST_F(RemoteParametersTest, ThreadsOfBothSidesSetTogether) {
  server->declare_parameter("a", 0);
  server->declare_parameter("b", 0);
  const auto client = make_client();
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 100; ++i) {
        const int value = t * 100 + i;
        server->set_parameters_atomically({Parameter("a", value), Parameter("b", value)});
      }
    });
  }
  for (int i = 0; i < 30; ++i) {
    const std::vector wanted = {Parameter("a", -i), Parameter("b", -i)};
    EXPECT_TRUE(client->set_parameters_atomically(wanted, 10s).successful);
    const auto seen = client->get_parameters({"a", "b"}, 10s);
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[0].as_int(), seen[1].as_int());
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace baton::nodes
