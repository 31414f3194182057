// SPDX-License-Identifier: Apache-2.0
// What an action client promises for its goals, and what it does not know any more.
#include "actions_test.hpp"

#include <array>
#include <functional>

namespace baton::actions {
namespace {

class Clients : public ActionsTest {
 protected:
  void begin() {
    serve();
    spin();
    client = make_client();
  }
  void TearDown() override {
    client.reset();
    ActionsTest::TearDown();
  }

  FibonacciClient::SharedPtr client;
};

TEST_F(Clients, WaitForAServer) {
  client = action::create_client<Fibonacci>(client_node, "fibonacci");
  EXPECT_FALSE(client->action_server_is_ready());
  EXPECT_FALSE(client->wait_for_action_server(0s));
  EXPECT_FALSE(client->wait_for_action_server(5ms));
  std::thread later([&] { serve(); });
  EXPECT_TRUE(client->wait_for_action_server());
  later.join();
  EXPECT_TRUE(client->action_server_is_ready());
  serving.reset();
  EXPECT_TRUE(wait_until([&] { return !client->action_server_is_ready(); }));
}

TEST_F(Clients, DoNotWaitBeyondTheEndOfTheContext) {
  client = action::create_client<Fibonacci>(client_node, "fibonacci");
  std::thread later([&] { context->shutdown("while the client waits"); });
  EXPECT_FALSE(client->wait_for_action_server());
  later.join();
}

TEST_F(Clients, AskOnceForAResult) {
  begin();
  const ClientHandle handle = value_of(client->async_send_goal(order(1)));
  EXPECT_FALSE(handle->is_result_aware());
  EXPECT_FALSE(handle->is_feedback_aware());
  std::atomic<int> called{0};
  auto one = client->async_get_result(handle);
  auto other =
      client->async_get_result(handle, [&](const FibonacciClient::WrappedResult&) { ++called; });
  EXPECT_TRUE(handle->is_result_aware());
  serving->wait_for_handle()->succeed(result_of(4));
  EXPECT_EQ(value_of(one).result->sequence[0], 4);
  EXPECT_EQ(value_of(other).result->sequence[0], 4);
  EXPECT_TRUE(wait_until([&] { return called == 1; }));
}

/// How often each EntityType was told of.
struct Told {
  void operator()(std::size_t count, int type) {
    counts.at(static_cast<std::size_t>(type)) += count;
  }
  std::array<std::atomic<std::size_t>, 5> counts{};
};

TEST_F(Clients, TellOfWhatComesToThemAndSoDoServers) {
  begin();
  using OfClient = action::ClientBase::EntityType;
  using OfServer = action::ServerBase::EntityType;
  Told by_client;
  Told by_server;
  const auto of = [](Told& told, auto type) -> std::atomic<std::size_t>& {
    return told.counts.at(static_cast<std::size_t>(type));
  };
  EXPECT_THROW(client->set_on_ready_callback(nullptr), std::invalid_argument);
  EXPECT_THROW(serving->server->set_on_ready_callback(nullptr), std::invalid_argument);
  client->set_on_ready_callback(std::ref(by_client));
  serving->server->set_on_ready_callback(std::ref(by_server));

  const ClientHandle handle = value_of(client->async_send_goal(order(1)));
  const auto result = client->async_get_result(handle);
  const ServerHandle served = serving->wait_for_handle();
  served->publish_feedback(std::make_shared<Fibonacci::Feedback>());
  value_of(client->async_cancel_goal(handle));
  served->canceled(result_of(1));
  value_of(result);

  EXPECT_TRUE(wait_until([&] {
    return of(by_client, OfClient::GoalClient) == 1 && of(by_client, OfClient::ResultClient) == 1 &&
           of(by_client, OfClient::CancelClient) == 1 &&
           of(by_client, OfClient::FeedbackSubscription) == 1 &&
           of(by_client, OfClient::StatusSubscription) >= 3;
  }));
  EXPECT_TRUE(wait_until([&] {
    return of(by_server, OfServer::GoalService) == 1 &&
           of(by_server, OfServer::ResultService) == 1 &&
           of(by_server, OfServer::CancelService) == 1;
  }));

  client->clear_on_ready_callback();
  serving->server->clear_on_ready_callback();
  value_of(client->async_send_goal(order(1)));
  EXPECT_EQ(of(by_client, OfClient::GoalClient), 1U);
  EXPECT_EQ(of(by_server, OfServer::GoalService), 1U);
}

TEST_F(Clients, DoNotKnowGoalsOfOthersNorThoseWhoseResultTheyHave) {
  begin();
  const auto stranger = make_client();
  const ClientHandle handle = value_of(client->async_send_goal(order(1)));
  EXPECT_THROW(stranger->async_get_result(handle), action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(stranger->async_cancel_goal(handle), action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(client->async_get_result(nullptr), action::exceptions::UnknownGoalHandleError);
  auto future = client->async_get_result(handle);
  serving->wait_for_handle()->succeed(result_of(0));
  EXPECT_EQ(value_of(future).code, ResultCode::SUCCEEDED);
  EXPECT_THROW(client->async_get_result(handle), action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(client->async_cancel_goal(handle), action::exceptions::UnknownGoalHandleError);
}

TEST_F(Clients, ThatGoLeaveTheirFuturesAnError) {
  begin();
  const ClientHandle handle = value_of(client->async_send_goal(order(1)));
  auto result = client->async_get_result(handle);
  spinning.reset();
  auto goal = client->async_send_goal(order(2));
  auto cancelled = client->async_cancel_all_goals();
  client.reset();
  EXPECT_THROW(value_of(result), action::exceptions::UnawareGoalHandleError);
  EXPECT_THROW(value_of(goal), std::future_error);
  EXPECT_THROW(value_of(cancelled), std::future_error);
  EXPECT_FALSE(handle->is_result_aware());
  EXPECT_EQ(handle->get_status(), GoalStatus::STATUS_UNKNOWN);
}

TEST_F(Clients, StopCallbacksOfAGoalAndNotItsFuture) {
  begin();
  std::atomic<int> called{0};
  FibonacciClient::SendGoalOptions options;
  options.feedback_callback = [&](ClientHandle, std::shared_ptr<const Fibonacci::Feedback>) {
    ++called;
  };
  options.result_callback = [&](const FibonacciClient::WrappedResult&) { ++called; };
  const ClientHandle one = value_of(client->async_send_goal(order(1), options));
  const ClientHandle other = value_of(client->async_send_goal(order(1), options));
  ASSERT_TRUE(wait_until([&] { return one->is_result_aware() && other->is_result_aware(); }));
  auto one_result = client->async_get_result(one);
  auto other_result = client->async_get_result(other);
  client->stop_callbacks(one);
  client->stop_callbacks(other->get_goal_id());
  client->stop_callbacks(GoalUUID{});  // of no goal
  EXPECT_FALSE(one->is_feedback_aware());
  for (std::size_t i = 0; i < 2; ++i) {
    const ServerHandle goal = serving->wait_for_handle(i);
    goal->publish_feedback(std::make_shared<Fibonacci::Feedback>());
    goal->succeed(result_of(1));
  }
  EXPECT_EQ(value_of(one_result).code, ResultCode::SUCCEEDED);
  EXPECT_EQ(value_of(other_result).code, ResultCode::SUCCEEDED);
  EXPECT_EQ(called, 0);
}

TEST_F(Clients, PassOverFeedbackOfGoalsThatAreNotTheirs) {
  begin();
  const auto other = make_client();
  std::atomic<int> mine{0};
  std::atomic<int> others{0};
  FibonacciClient::SendGoalOptions options;
  options.feedback_callback = [&](ClientHandle handle,
                                  std::shared_ptr<const Fibonacci::Feedback> feedback) {
    mine += feedback->sequence[0] == 1 && handle->get_status() != GoalStatus::STATUS_UNKNOWN;
  };
  const ClientHandle my_goal = value_of(client->async_send_goal(order(1), options));
  options.feedback_callback = [&](ClientHandle, std::shared_ptr<const Fibonacci::Feedback> each) {
    others += each->sequence[0] == 2;
  };
  const ClientHandle their_goal = value_of(other->async_send_goal(order(2), options));
  for (std::size_t i = 0; i < 2; ++i) {
    const ServerHandle goal = serving->wait_for_handle(i);
    auto feedback = std::make_shared<Fibonacci::Feedback>();
    feedback->sequence.push_back(goal->get_goal()->order);
    goal->publish_feedback(feedback);
  }
  EXPECT_TRUE(wait_until([&] { return mine == 1 && others == 1; }));
}

TEST_F(Clients, AreMadeOfThePartsOfANodeInAGroupWithOptions) {
  const auto group = server_node->create_callback_group(CallbackGroupType::Reentrant);
  std::atomic<int> accepted{0};
  ServerHandle kept;
  const auto server = action::create_server<Fibonacci>(
      server_node->get_node_base_interface(), server_node->get_node_clock_interface(),
      server_node->get_node_logging_interface(), server_node->get_node_waitables_interface(),
      "parts",
      [](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
        return GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](const ServerHandle&) { return CancelResponse::ACCEPT; },
      [&](const ServerHandle& handle) {
        kept = handle;
        ++accepted;
      },
      rcl_action_server_get_default_options(), group);
  const std::size_t entities = group->size();
  EXPECT_GE(entities, 3u);
  const auto client_group =
      client_node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  rcl_action_client_options_t options = rcl_action_client_get_default_options();
  options.feedback_topic_qos.depth = 100;
  const auto made = action::create_client<Fibonacci>(
      client_node->get_node_base_interface(), client_node->get_node_graph_interface(),
      client_node->get_node_logging_interface(), client_node->get_node_waitables_interface(),
      "parts", client_group, options);
  EXPECT_GE(client_group->size(), 5u);
  spin();
  ASSERT_TRUE(made->wait_for_action_server(enough));
  EXPECT_TRUE(value_of(made->async_send_goal(order(1))));
  EXPECT_TRUE(wait_until([&] { return accepted == 1; }));
  spinning.reset();
}

TEST_F(Clients, FollowARemapOfTheActionsName) {
  serve();
  client_node = std::make_shared<Node>(
      "client", options().arguments({"--ros-args", "-r", "elsewhere:=fibonacci"}));
  spin();
  client = make_client("elsewhere");
  EXPECT_TRUE(value_of(client->async_send_goal(order(1))));
}

// ---- callbacks that throw ----

/// Spins by hand, so that what a callback throws can be seen.
class ThrowingCallbacks : public Clients {
 protected:
  using Nodes = std::vector<std::shared_ptr<Node>>;

  template <class Future>
  static bool spin_by_hand(const Nodes& nodes, const Future& future) {
    return wait_until([&] {
      for (const auto& each : nodes) baton::spin_some(each);
      return is_ready(future);
    });
  }
  std::string thrown_by_spinning(const Nodes& nodes) {
    executors::SingleThreadedExecutor executor(executor_options());
    for (const auto& each : nodes) executor.add_node(each);
    try {
      spin_until(executor, [] { return false; });
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing";
  }
};

TEST_F(ThrowingCallbacks, OfAServerComeOutOfSpin) {
  std::string where = "goal";
  ServerHandle kept;
  const auto server = action::create_server<Fibonacci>(
      server_node, "fibonacci",
      [&](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
        if (where == "goal") throw std::runtime_error(where);
        return GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [&](const ServerHandle&) -> CancelResponse { throw std::runtime_error("cancel"); },
      [&](const ServerHandle& handle) {
        if (where == "accepted") throw std::runtime_error(where);
        kept = handle;
      });
  client = make_client();
  const Nodes both = {server_node, client_node};
  client->async_send_goal(order(1));
  EXPECT_EQ(thrown_by_spinning(both), "goal");
  where = "accepted";
  client->async_send_goal(order(1));
  EXPECT_EQ(thrown_by_spinning(both), "accepted");
  where = "";
  auto future = client->async_send_goal(order(1));
  ASSERT_TRUE(spin_by_hand(both, future));
  client->async_cancel_all_goals();
  EXPECT_EQ(thrown_by_spinning(both), "cancel");
  EXPECT_TRUE(kept->is_executing());
}

TEST_F(ThrowingCallbacks, OfAClientComeOutOfSpin) {
  serve();
  client = make_client();
  const Nodes both = {server_node, client_node};
  FibonacciClient::SendGoalOptions options;
  options.goal_response_callback = [](const ClientHandle&) {
    throw std::runtime_error("response");
  };
  auto future = client->async_send_goal(order(1), options);
  EXPECT_EQ(thrown_by_spinning(both), "response");
  EXPECT_TRUE(value_of(future));
  options.goal_response_callback = nullptr;
  options.result_callback = [](const FibonacciClient::WrappedResult&) {
    throw std::runtime_error("result");
  };
  auto other = client->async_send_goal(order(1), options);
  ASSERT_TRUE(spin_by_hand(both, other));
  serving->wait_for_handle(1)->succeed(result_of(0));
  EXPECT_EQ(thrown_by_spinning(both), "result");
}

}  // namespace
}  // namespace baton::actions
