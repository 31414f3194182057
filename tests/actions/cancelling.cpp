// SPDX-License-Identifier: Apache-2.0
// Which goals a request to cancel means, and what it is answered.
#include <action_msgs/srv/cancel_goal.hpp>

#include "actions_test.hpp"

namespace baton::actions {
namespace {

class Cancelling : public ActionsTest {
 protected:
  void SetUp() override {
    ActionsTest::SetUp();
    serve();
    spin();
    client = make_client();
  }
  void TearDown() override {
    client.reset();
    ActionsTest::TearDown();
  }
  /// A goal that executes.
  std::pair<ClientHandle, ServerHandle> begin() {
    const ClientHandle handle = value_of(client->async_send_goal(order(1)));
    return {handle, serving->wait_for_handle(begun++)};
  }
  static std::vector<GoalUUID> ids(const CancelCodes& response) {
    std::vector<GoalUUID> found;
    for (const auto& each : response.goals_canceling) found.push_back(each.goal_id.uuid);
    return found;
  }

  FibonacciClient::SharedPtr client;
  std::size_t begun = 0;
};

TEST_F(Cancelling, ThatTheServerRejectsLeavesTheGoalAsItWas) {
  const auto [handle, goal] = begin();
  serving->cancel_answer = CancelResponse::REJECT;
  const auto response = value_of(client->async_cancel_goal(handle));
  EXPECT_EQ(response->return_code, CancelCodes::ERROR_REJECTED);
  EXPECT_TRUE(response->goals_canceling.empty());
  EXPECT_TRUE(goal->is_executing());
}

TEST_F(Cancelling, TwiceIsAnsweredThatTheGoalIsEndingAlready) {
  const auto [handle, goal] = begin();
  EXPECT_EQ(value_of(client->async_cancel_goal(handle))->return_code, CancelCodes::ERROR_NONE);
  const auto again = value_of(client->async_cancel_goal(handle));
  EXPECT_EQ(again->return_code, CancelCodes::ERROR_GOAL_TERMINATED);
  EXPECT_TRUE(again->goals_canceling.empty());
  EXPECT_EQ(serving->cancels, 1);
  goal->canceled(result_of(0));
}

TEST_F(Cancelling, AGoalThatHasEndedIsTooLate) {
  const auto [handle, goal] = begin();
  goal->succeed(result_of(0));
  EXPECT_EQ(value_of(client->async_cancel_goal(handle))->return_code,
            CancelCodes::ERROR_GOAL_TERMINATED);
  EXPECT_EQ(serving->cancels, 0);
}

TEST_F(Cancelling, AnUnknownGoalIsSaidToBeUnknown) {
  const auto asking =
      client_node->create_client<action_msgs::srv::CancelGoal>("fibonacci/_action/cancel_goal");
  ASSERT_TRUE(asking->wait_for_service(enough));
  auto request = std::make_shared<action_msgs::srv::CancelGoal::Request>();
  request->goal_info.goal_id.uuid[3] = 1;
  EXPECT_EQ(value_of(asking->async_send_request(request))->return_code,
            CancelCodes::ERROR_UNKNOWN_GOAL_ID);
}

TEST_F(Cancelling, AllGoalsMeansThoseThatHaveNotEnded) {
  const auto [ended, ended_goal] = begin();
  const auto [one, one_goal] = begin();
  const auto [other, other_goal] = begin();
  ended_goal->succeed(result_of(0));
  std::atomic<int> called{0};
  const auto response = value_of(
      client->async_cancel_all_goals([&](const FibonacciClient::CancelResponse::SharedPtr& each) {
        called += each->goals_canceling.size() == 2;
      }));
  EXPECT_EQ(response->return_code, CancelCodes::ERROR_NONE);
  EXPECT_THAT(ids(*response),
              ::testing::UnorderedElementsAre(one->get_goal_id(), other->get_goal_id()));
  EXPECT_TRUE(wait_until([&] { return called == 1; }));
  EXPECT_TRUE(one_goal->is_canceling());
  EXPECT_TRUE(other_goal->is_canceling());
  // There is none left.
  const auto none = value_of(client->async_cancel_all_goals());
  EXPECT_EQ(none->return_code, CancelCodes::ERROR_NONE);
  EXPECT_TRUE(none->goals_canceling.empty());
}

TEST_F(Cancelling, GoalsBeforeATimeLeavesLaterOnes) {
  const auto [early, early_goal] = begin();
  const Time between = server_node->now();
  ASSERT_TRUE(wait_until([&] { return server_node->now() > between; }));
  const auto [late, late_goal] = begin();
  EXPECT_LE(early->get_goal_stamp(), between);
  EXPECT_GT(late->get_goal_stamp(), between);
  const auto response = value_of(client->async_cancel_goals_before(between));
  EXPECT_THAT(ids(*response), ::testing::ElementsAre(early->get_goal_id()));
  EXPECT_TRUE(late_goal->is_executing());
}

TEST_F(Cancelling, OneGoalAndThoseBeforeATimeMeansBoth) {
  const auto [early, early_goal] = begin();
  const Time between = server_node->now();
  ASSERT_TRUE(wait_until([&] { return server_node->now() > between; }));
  const auto [later, later_goal] = begin();
  const auto [last, last_goal] = begin();
  const auto asking =
      client_node->create_client<action_msgs::srv::CancelGoal>("fibonacci/_action/cancel_goal");
  ASSERT_TRUE(asking->wait_for_service(enough));
  auto request = std::make_shared<action_msgs::srv::CancelGoal::Request>();
  request->goal_info.goal_id.uuid = last->get_goal_id();
  request->goal_info.stamp = between;
  EXPECT_THAT(ids(*value_of(asking->async_send_request(request))),
              ::testing::UnorderedElementsAre(early->get_goal_id(), last->get_goal_id()));
  EXPECT_TRUE(later_goal->is_executing());
}

TEST_F(Cancelling, AGoalThatHasNotBegunEndsItToo) {
  serving->goal_answer = GoalResponse::ACCEPT_AND_DEFER;
  const auto [handle, goal] = begin();
  EXPECT_FALSE(goal->is_executing());
  EXPECT_EQ(value_of(client->async_cancel_goal(handle))->return_code, CancelCodes::ERROR_NONE);
  EXPECT_TRUE(goal->is_canceling());
  EXPECT_THROW(goal->execute(), exceptions::RCLError);
  auto future = client->async_get_result(handle);
  goal->canceled(result_of(0));
  EXPECT_EQ(value_of(future).code, ResultCode::CANCELED);
}

TEST_F(Cancelling, AGoalMaySucceedAllTheSame) {
  const auto [handle, goal] = begin();
  auto future = client->async_get_result(handle);
  value_of(client->async_cancel_goal(handle));
  goal->succeed(result_of(1));
  EXPECT_EQ(value_of(future).code, ResultCode::SUCCEEDED);
}

}  // namespace
}  // namespace baton::actions
