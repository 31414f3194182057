// SPDX-License-Identifier: Apache-2.0
// Action servers and clients in several processes.
#include <csignal>

#include "actions_test.hpp"
#include "testing/child_process.hpp"

namespace baton::actions {
namespace {

using testing::ChildProcess;

class ActionsInProcesses : public ActionsTest {
 protected:
  static std::unique_ptr<ChildProcess> start(std::vector<std::string> arguments) {
    testing::ChildOptions child;
    child.program = "baton_actions_peer";
    child.arguments = std::move(arguments);
    return std::make_unique<ChildProcess>(child);
  }
  static std::unique_ptr<ChildProcess> start_server() {
    auto child = start({"server"});
    EXPECT_EQ(child->read_line().value_or("nothing: " + child->errors()), "ready");
    return child;
  }
  static void end(ChildProcess& process) {
    process.close_input();
    const auto how = process.wait();
    ASSERT_TRUE(how);
    EXPECT_EQ(how->status, 0);
  }
};

TEST_F(ActionsInProcesses, AServerInAnotherProcessPursuesGoals) {
  auto server = start_server();
  spin();
  auto client = make_client();
  for (int i = 0; i < 50; ++i) {
    const ClientHandle handle = value_of(client->async_send_goal(order(i)));
    ASSERT_TRUE(handle);
    EXPECT_EQ(value_of(client->async_get_result(handle)).result->sequence[0], i);
  }
  client.reset();
  spinning.reset();
  end(*server);
}

TEST_F(ActionsInProcesses, ClientsOfTwoProcessesGetTheirOwnResults) {
  const auto server = action::create_server<Fibonacci>(
      server_node, "fibonacci",
      [](const GoalUUID&, const std::shared_ptr<const Fibonacci::Goal>&) {
        return GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](const ServerHandle&) { return CancelResponse::ACCEPT; },
      [](const ServerHandle& handle) { handle->succeed(result_of(handle->get_goal()->order)); });
  spin();
  auto one = start({"client", "100"});
  auto other = start({"client", "100"});
  EXPECT_EQ(one->read_line(30s).value_or("nothing: " + one->errors()), "100");
  EXPECT_EQ(other->read_line(30s).value_or("nothing: " + other->errors()), "100");
  end(*one);
  end(*other);
  spinning.reset();
}

TEST_F(ActionsInProcesses, AServerThatIsKilledLeavesTheGoalPendingAndTheNextOneServes) {
  auto server = start_server();
  spin();
  auto client = make_client();
  const ClientHandle handle = value_of(client->async_send_goal(order(-1)));
  ASSERT_TRUE(handle);
  auto result = client->async_get_result(handle);
  ASSERT_EQ(server->read_line().value_or(""), "executing");
  EXPECT_TRUE(wait_until([&] { return handle->get_status() == GoalStatus::STATUS_EXECUTING; }));
  server->kill(SIGKILL);
  ASSERT_TRUE(server->wait());
  EXPECT_TRUE(wait_until([&] { return !client->action_server_is_ready(); }));
  auto unheard = client->async_cancel_goal(handle);
  server = start_server();
  ASSERT_TRUE(client->wait_for_action_server(enough));
  // The new server does not know the goal.
  EXPECT_EQ(value_of(client->async_cancel_goal(handle))->return_code,
            CancelCodes::ERROR_UNKNOWN_GOAL_ID);
  const ClientHandle next = value_of(client->async_send_goal(order(3)));
  EXPECT_EQ(value_of(client->async_get_result(next)).code, ResultCode::SUCCEEDED);
  EXPECT_FALSE(is_ready(result));
  EXPECT_FALSE(is_ready(unheard));
  client.reset();
  EXPECT_THROW(value_of(result), action::exceptions::UnawareGoalHandleError);
  spinning.reset();
  end(*server);
}

TEST_F(ActionsInProcesses, AClientThatIsKilledLeavesItsGoalToTheServer) {
  serve();
  spin();
  auto peer = start({"client", "1"});
  const ServerHandle goal = serving->wait_for_handle();
  peer->kill(SIGKILL);
  ASSERT_TRUE(peer->wait());
  EXPECT_TRUE(goal->is_executing());
  goal->publish_feedback(std::make_shared<Fibonacci::Feedback>());
  goal->succeed(result_of(0));
  auto client = make_client();
  EXPECT_TRUE(value_of(client->async_send_goal(order(1))));
}

}  // namespace
}  // namespace baton::actions
