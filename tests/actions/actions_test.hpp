// SPDX-License-Identifier: Apache-2.0
// What tests of actions share: a server that does what the test says, and nodes that spin.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <example_interfaces/action/fibonacci.hpp>

#include <baton/action/action.hpp>
#include <baton/baton.hpp>

#include "../nodes/node_test.hpp"

namespace baton::actions {

using namespace std::chrono_literals;
using action::CancelResponse;
using action::GoalResponse;
using action::GoalStatus;
using action::GoalUUID;
using action::ResultCode;
using example_interfaces::action::Fibonacci;
using testing::wait_until;
using FibonacciClient = action::Client<Fibonacci>;
using ServerHandle = std::shared_ptr<action::ServerGoalHandle<Fibonacci>>;
using ClientHandle = FibonacciClient::GoalHandle::SharedPtr;
using CancelCodes = action_msgs::srv::CancelGoal::Response;

inline constexpr std::chrono::nanoseconds enough = testing::default_deadline;

inline Fibonacci::Goal order(int value) {
  Fibonacci::Goal goal;
  goal.order = value;
  return goal;
}

inline Fibonacci::Result::SharedPtr result_of(int value) {
  auto result = std::make_shared<Fibonacci::Result>();
  result->sequence.push_back(value);
  return result;
}

/// The value of a future, which is there in time.
template <class Future>
auto value_of(Future&& future) {
  if (future.wait_for(enough) != std::future_status::ready) {
    throw std::runtime_error("the future is not ready in time");
  }
  return future.get();
}

template <class Future>
bool is_ready(const Future& future) {
  return future.wait_for(0s) == std::future_status::ready;
}

inline rcl_action_server_options_t keep_results_for(std::chrono::nanoseconds time) {
  rcl_action_server_options_t options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = time.count();
  return options;
}

/// Its goals wait in `handles` until the test ends them.
struct Serving {
  explicit Serving(
      const std::shared_ptr<Node>& node, const std::string& name = "fibonacci",
      const rcl_action_server_options_t& options = rcl_action_server_get_default_options(),
      CallbackGroup::SharedPtr group = nullptr)
      : server(action::create_server<Fibonacci>(
            node, name,
            [this](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal> goal) {
              asked += 1;
              last_order = goal->order;
              return goal_answer.load();
            },
            [this](const ServerHandle&) {
              cancels += 1;
              return cancel_answer.load();
            },
            [this](const ServerHandle& handle) {
              const std::lock_guard lock(mutex);
              if (keeps) handles.push_back(handle);
              accepted += 1;
            },
            options, std::move(group))) {}

  /// The handle of the goal that was accepted so long ago.
  ServerHandle wait_for_handle(std::size_t which = 0) {
    ServerHandle found;
    wait_until([&] {
      const std::lock_guard lock(mutex);
      if (handles.size() > which) found = handles[which];
      return found != nullptr;
    });
    if (!found) throw std::runtime_error("no goal was accepted in time");
    return found;
  }

  std::atomic<GoalResponse> goal_answer{GoalResponse::ACCEPT_AND_EXECUTE};
  std::atomic<CancelResponse> cancel_answer{CancelResponse::ACCEPT};
  std::atomic<int> asked{0};
  std::atomic<int> accepted{0};
  std::atomic<int> cancels{0};
  std::atomic<int> last_order{0};
  std::atomic<bool> keeps{true};
  std::mutex mutex;
  std::vector<ServerHandle> handles;
  action::Server<Fibonacci>::SharedPtr server;
};

/// Spins nodes in a thread of its own until it goes.
template <class ExecutorT = executors::SingleThreadedExecutor>
class Spinning {
 public:
  explicit Spinning(const Context::SharedPtr& context,
                    const std::vector<std::shared_ptr<Node>>& nodes)
      : executor_(options(context)) {
    for (const auto& each : nodes) executor_.add_node(each);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~Spinning() {
    executor_.cancel();
    thread_.join();
  }

 private:
  static ExecutorOptions options(const Context::SharedPtr& context) {
    ExecutorOptions made;
    made.context = context;
    return made;
  }

  ExecutorT executor_;
  std::thread thread_;
};

/// A client and a server in one context, both spinning.
class ActionsTest : public nodes::NodeTest {
 protected:
  void SetUp() override {
    nodes::NodeTest::SetUp();
    server_node = make_node("server");
    client_node = make_node("client");
  }
  void TearDown() override {
    spinning.reset();
    serving.reset();
    client_node.reset();
    server_node.reset();
    nodes::NodeTest::TearDown();
  }
  Serving& serve(
      const rcl_action_server_options_t& options = rcl_action_server_get_default_options()) {
    serving = std::make_unique<Serving>(server_node, "fibonacci", options);
    return *serving;
  }
  void spin() {
    spinning = std::make_unique<Spinning<>>(
        context, std::vector<std::shared_ptr<Node>>{server_node, client_node});
  }
  FibonacciClient::SharedPtr make_client(const std::string& name = "fibonacci") {
    auto client = action::create_client<Fibonacci>(client_node, name);
    EXPECT_TRUE(client->wait_for_action_server(enough));
    return client;
  }

  std::shared_ptr<Node> server_node;
  std::shared_ptr<Node> client_node;
  std::unique_ptr<Serving> serving;  // goes when nothing spins it any more
  std::unique_ptr<Spinning<>> spinning;
};

}  // namespace baton::actions
