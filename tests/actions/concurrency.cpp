// SPDX-License-Identifier: Apache-2.0
// Many goals at once, in executors of several threads.
#include "actions_test.hpp"

namespace baton::actions {
namespace {

using ActionsAtOnce = ActionsTest;

/// Ends its goals in threads of their own, as servers do whose work takes long.
struct Workers {
  explicit Workers(const std::shared_ptr<Node>& node, CallbackGroup::SharedPtr group)
      : server(action::create_server<Fibonacci>(
            node, "fibonacci",
            [](const GoalUUID&, const std::shared_ptr<const Fibonacci::Goal>&) {
              return GoalResponse::ACCEPT_AND_DEFER;
            },
            [](const ServerHandle&) { return CancelResponse::ACCEPT; },
            [this](const ServerHandle& handle) {
              const std::lock_guard lock(mutex);
              threads.emplace_back([handle] { pursue(handle); });
            },
            rcl_action_server_get_default_options(), std::move(group))) {}
  ~Workers() {
    server.reset();
    for (std::thread& each : threads) each.join();
  }
  static void pursue(const ServerHandle& handle) {
    const int order = handle->get_goal()->order;
    try {
      handle->execute();
      handle->publish_feedback(std::make_shared<Fibonacci::Feedback>());
    } catch (const exceptions::RCLError&) {
      // Cancelled before it began.
    }
    if (order % 3 == 0) return;  // dropped: cancelled
    try {
      order % 3 == 1 ? handle->succeed(result_of(order)) : handle->abort(result_of(order));
    } catch (const exceptions::RCLError&) {
    }
  }

  std::mutex mutex;
  std::vector<std::thread> threads;
  action::Server<Fibonacci>::SharedPtr server;
};

TEST_F(ActionsAtOnce, EachGoalEndsOnceWithItsOwnResult) {
  constexpr int clients = 3;
  constexpr int goals = 30;
  const auto group = server_node->create_callback_group(CallbackGroupType::Reentrant);
  const auto client_group = client_node->create_callback_group(CallbackGroupType::Reentrant);
  std::vector<FibonacciClient::SharedPtr> all;
  for (int i = 0; i < clients; ++i) {
    all.push_back(action::create_client<Fibonacci>(client_node, "fibonacci", client_group));
  }
  auto workers = std::make_unique<Workers>(server_node, group);
  auto threads_spin = std::make_unique<Spinning<executors::MultiThreadedExecutor>>(
      context, std::vector<std::shared_ptr<Node>>{server_node, client_node});
  for (const auto& each : all) ASSERT_TRUE(each->wait_for_action_server(enough));
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&, i] {
      const auto& client = all[static_cast<std::size_t>(i)];
      for (int n = 0; n < goals; ++n) {
        const int number = i * goals + n;
        const ClientHandle handle = value_of(client->async_send_goal(order(number)));
        const auto result = value_of(client->async_get_result(handle));
        const bool ended = number % 3 == 0   ? result.code == ResultCode::CANCELED
                           : number % 3 == 1 ? result.code == ResultCode::SUCCEEDED &&
                                                   result.result->sequence[0] == number
                                             : result.code == ResultCode::ABORTED;
        right += ended;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(right, clients * goals);
  threads_spin.reset();
  workers.reset();
}

TEST_F(ActionsAtOnce, ServersAndClientsMayGoAmidTheirCallbacks) {
  std::vector<std::unique_ptr<Workers>> kept;  // callbacks that still run add threads
  Spinning<executors::MultiThreadedExecutor> threads_spin(
      context, std::vector<std::shared_ptr<Node>>{server_node, client_node});
  for (int round = 0; round < 30; ++round) {
    const auto group = server_node->create_callback_group(CallbackGroupType::Reentrant);
    auto workers = std::make_unique<Workers>(server_node, group);
    auto client = action::create_client<Fibonacci>(client_node, "fibonacci");
    ASSERT_TRUE(client->wait_for_action_server(enough));
    FibonacciClient::SendGoalOptions options;
    options.result_callback = [](const FibonacciClient::WrappedResult&) {};
    for (int i = 0; i < 5; ++i) client->async_send_goal(order(i), options);
    client->async_cancel_all_goals();
    if (round % 2 == 0) client.reset();
    wait_until([&] {
      const std::lock_guard lock(workers->mutex);
      return workers->threads.size() >= static_cast<std::size_t>(round % 4);
    });
    workers->server.reset();
    kept.push_back(std::move(workers));
  }
}

}  // namespace
}  // namespace baton::actions
