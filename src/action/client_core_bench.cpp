// SPDX-License-Identifier: Apache-2.0
// What an action adds to the services and topics that it is made of: a goal with ten feedbacks and
// its result, beside three calls of a service with ten messages on a topic. Between two nodes by
// shared memory, each with an executor of its own; µs until the last answer is there.
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <example_interfaces/action/fibonacci.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>

#include <baton/action/action.hpp>
#include <baton/baton.hpp>

namespace {

using namespace baton;
using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using FeedbackMessage = Fibonacci::Impl::FeedbackMessage;

constexpr int feedbacks = 10;
constexpr std::chrono::seconds enough{10};

/// Two nodes of one context that spin, as long as this lives.
struct Nodes {
  Nodes()
      : context(std::make_shared<Context>(ContextOptions{})),
        server(std::make_shared<Node>("server", NodeOptions().context(context))),
        client(std::make_shared<Node>("client", NodeOptions().context(context))) {}

  /// Once all is made.
  void spin() {
    const ExecutorOptions options = [this] {
      ExecutorOptions made;
      made.context = context;
      return made;
    }();
    for (const auto& node : {server, client}) {
      auto executor = std::make_unique<executors::SingleThreadedExecutor>(options);
      executor->add_node(node);
      threads.emplace_back([one = executor.get()] { one->spin(); });
      executors.push_back(std::move(executor));
    }
  }
  ~Nodes() {
    for (const auto& executor : executors) executor->cancel();
    for (auto& thread : threads) thread.join();
  }

  std::shared_ptr<Context> context;
  std::shared_ptr<Node> server;
  std::shared_ptr<Node> client;
  std::vector<std::unique_ptr<executors::SingleThreadedExecutor>> executors;
  std::vector<std::thread> threads;
};

template <class Future>
auto value_of(Future future) {
  if (future.wait_for(enough) != std::future_status::ready) {
    throw std::runtime_error("no answer in time");
  }
  return future.get();
}

void goal_with_ten_feedbacks(benchmark::State& state) {
  using Handle = std::shared_ptr<action::ServerGoalHandle<Fibonacci>>;
  Nodes nodes;
  // Each status message lists the goals whose results are kept: so many as a robot has, and not
  // those of the last thousands of goals.
  rcl_action_server_options_t server_options = rcl_action_server_get_default_options();
  server_options.result_timeout.nanoseconds = RCUTILS_MS_TO_NS(2);
  const auto server = action::create_server<Fibonacci>(
      nodes.server, "bench",
      [](const action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
        return action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](const Handle&) { return action::CancelResponse::ACCEPT; },
      [](const Handle& handle) {
        const auto feedback = std::make_shared<Fibonacci::Feedback>();
        for (int i = 0; i < feedbacks; ++i) {
          feedback->sequence.push_back(i);
          handle->publish_feedback(feedback);
        }
        const auto result = std::make_shared<Fibonacci::Result>();
        result->sequence.push_back(1);
        handle->succeed(result);
      },
      server_options);
  const auto client = action::create_client<Fibonacci>(nodes.client, "bench");
  nodes.spin();
  if (!client->wait_for_action_server(enough)) return state.SkipWithError("no server");
  action::Client<Fibonacci>::SendGoalOptions options;
  options.feedback_callback = [](auto, const auto& feedback) {
    benchmark::DoNotOptimize(feedback->sequence.size());
  };
  for (auto _ : state) {
    const auto handle = value_of(client->async_send_goal(Fibonacci::Goal(), options));
    value_of(client->async_get_result(handle));
  }
}

void three_calls_and_ten_messages(benchmark::State& state) {
  Nodes nodes;
  const auto publisher = nodes.server->create_publisher<FeedbackMessage>("messages", feedbacks);
  const auto service = nodes.server->create_service<AddTwoInts>(
      "bench", [&](const std::shared_ptr<const AddTwoInts::Request>& request,
                   const std::shared_ptr<AddTwoInts::Response>& response) {
        response->sum = request->a + request->b;
        if (request->a != 1) return;
        FeedbackMessage message;
        for (int i = 0; i < feedbacks; ++i) {
          message.feedback.sequence.push_back(i);
          publisher->publish(message);
        }
      });
  const auto subscription = nodes.client->create_subscription<FeedbackMessage>(
      "messages", feedbacks, [](const FeedbackMessage& message) {
        benchmark::DoNotOptimize(message.feedback.sequence.size());
      });
  const auto client = nodes.client->create_client<AddTwoInts>("bench");
  nodes.spin();
  if (!client->wait_for_service(enough)) return state.SkipWithError("no server");
  for (auto _ : state) {
    for (int call = 0; call < 3; ++call) {
      auto request = std::make_shared<AddTwoInts::Request>();
      request->a = call;
      value_of(client->async_send_request(request).share());
    }
  }
}

BENCHMARK(goal_with_ten_feedbacks)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(three_calls_and_ten_messages)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
