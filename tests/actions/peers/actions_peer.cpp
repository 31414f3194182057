// SPDX-License-Identifier: Apache-2.0
// baton_actions_peer: the other process of a test of actions. What it does is its first argument:
//
//   server          example_interfaces/Fibonacci on "fibonacci": the result is the order; a goal of
//   a
//                   negative order is said and never ends
//   client COUNT    sends so many goals, one after the other, and says how often the result was
//   right
//
// Says "ready" when it serves, and ends with its standard input.
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <example_interfaces/action/fibonacci.hpp>

#include <baton/action/action.hpp>
#include <baton/baton.hpp>

namespace {

using namespace std::chrono_literals;
using baton::action::GoalUUID;
using example_interfaces::action::Fibonacci;
using Handle = std::shared_ptr<baton::action::ServerGoalHandle<Fibonacci>>;

void say(const std::string& text) { std::cout << text << std::endl; }

void serve(const std::shared_ptr<baton::Node>& node,
           const std::shared_ptr<baton::Context>& context) {
  std::vector<Handle> endless;
  const auto server = baton::action::create_server<Fibonacci>(
      node, "fibonacci",
      [](const GoalUUID&, const std::shared_ptr<const Fibonacci::Goal>&) {
        return baton::action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](const Handle&) { return baton::action::CancelResponse::ACCEPT; },
      [&](const Handle& handle) {
        const int order = handle->get_goal()->order;
        if (order < 0) {
          endless.push_back(handle);
          return say("executing");
        }
        auto result = std::make_shared<Fibonacci::Result>();
        result->sequence.push_back(order);
        handle->succeed(result);
      });
  baton::ExecutorOptions options;
  options.context = context;
  baton::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });
  say("ready");
  std::string line;
  while (std::getline(std::cin, line)) {
  }
  context->shutdown("the input has ended");
  spinning.join();
}

template <class Future>
bool comes(const std::shared_ptr<baton::Node>& node, const Future& future) {
  return baton::spin_until_future_complete(node, future, 10s) == baton::FutureReturnCode::SUCCESS;
}

int ask(const std::shared_ptr<baton::Node>& node, int count) {
  const auto client = baton::action::create_client<Fibonacci>(node, "fibonacci");
  if (!client->wait_for_action_server(10s)) return 1;
  int right = 0;
  for (int i = 0; i < count; ++i) {
    Fibonacci::Goal goal;
    goal.order = i;
    const auto handle = client->async_send_goal(goal);
    if (!comes(node, handle) || !handle.get()) break;
    const auto result = client->async_get_result(handle.get());
    if (!comes(node, result)) break;
    right += result.get().code == baton::action::ResultCode::SUCCEEDED &&
             result.get().result->sequence[0] == i;
  }
  say(std::to_string(right));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string role = argc > 1 ? argv[1] : "";
  const auto context = std::make_shared<baton::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<baton::Node>("peer", baton::NodeOptions().context(context));
  if (role == "client") return ask(node, argc > 2 ? std::stoi(argv[2]) : 1);
  if (role != "server") return 2;
  serve(node, context);
}
