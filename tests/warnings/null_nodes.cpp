// SPDX-License-Identifier: Apache-2.0
// Nodes that are none.
#include <functional>
#include <future>
#include <stdexcept>
#include <utility>

#include <baton/parameter_client.hpp>
#include <baton/parameter_event_handler.hpp>
#include <baton/time_source.hpp>
#include <rcl_interfaces/msg/log.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>

#include "heard.hpp"

namespace baton::testing {
namespace {

using rcl_interfaces::msg::Log;
using rcl_interfaces::srv::GetParameters;

class NullNodes : public Warnings {};

TEST_F(NullNodes, AreRefusedByEveryFunctionAndClass) {
  const std::shared_ptr<Node> node;
  const node_interfaces::NodeBaseInterface::SharedPtr base;
  Node* const raw = nullptr;
  const auto context = begin();
  ExecutorOptions options;
  options.context = context;
  executors::SingleThreadedExecutor executor(options);
  std::promise<void> promise;
  const std::shared_future<void> future = promise.get_future();
  const auto answer = [](std::shared_ptr<GetParameters::Request>,
                         std::shared_ptr<GetParameters::Response>) {};
  const std::pair<const char*, std::function<void()>> calls[] = {
      {"create_publisher", [&] { create_publisher<Log>(node, "t", 1); }},
      {"create_publisher, raw", [&] { create_publisher<Log>(raw, "t", 1); }},
      {"create_publisher, base", [&] { create_publisher<Log>(base, "t", 1); }},
      {"create_subscription", [&] { create_subscription<Log>(node, "t", 1, [](const Log&) {}); }},
      {"create_client", [&] { create_client<GetParameters>(node, "s"); }},
      {"create_service", [&] { create_service<GetParameters>(node, "s", answer); }},
      {"create_timer",
       [&] { create_timer(node, std::make_shared<Clock>(), Duration::from_seconds(1), [] {}); }},
      {"AsyncParametersClient", [&] { AsyncParametersClient{node}; }},
      {"AsyncParametersClient, raw", [&] { AsyncParametersClient{raw}; }},
      {"SyncParametersClient", [&] { SyncParametersClient{node}; }},
      {"ParameterEventHandler", [&] { ParameterEventHandler{node}; }},
      {"TimeSource", [&] { TimeSource{node}; }},
      {"spin", [&] { spin(node); }},
      {"spin, base", [&] { spin(base); }},
      {"spin_some", [&] { spin_some(node); }},
      {"spin_all", [&] { spin_all(node, std::chrono::seconds(1)); }},
      {"spin_until_future_complete", [&] { spin_until_future_complete(node, future); }},
      {"add_node", [&] { executor.add_node(node); }},
      {"add_node, base", [&] { executor.add_node(base); }},
      {"remove_node", [&] { executor.remove_node(node); }},
      {"spin_node_once", [&] { executor.spin_node_once(node); }},
      {"spin_node_some", [&] { executor.spin_node_some(base); }},
  };
  for (const auto& [name, call] : calls) EXPECT_THROW(call(), std::invalid_argument) << name;
}

}  // namespace
}  // namespace baton::testing
