// SPDX-License-Identifier: Apache-2.0
// What an action server keeps, forgets and refuses.
#include <action_msgs/msg/goal_status_array.hpp>

#include "actions_test.hpp"

namespace baton::actions {
namespace {

using SendGoal = Fibonacci::Impl::SendGoalService;
using GetResult = Fibonacci::Impl::GetResultService;

/// Asks a server as a client in another language might.
class Servers : public ActionsTest {
 protected:
  void begin(const rcl_action_server_options_t& options = rcl_action_server_get_default_options()) {
    serve(options);
    send_goal = client_node->create_client<SendGoal>("fibonacci/_action/send_goal");
    get_result = client_node->create_client<GetResult>("fibonacci/_action/get_result");
    spin();
    ASSERT_TRUE(send_goal->wait_for_service(enough));
    ASSERT_TRUE(get_result->wait_for_service(enough));
  }
  void TearDown() override {
    send_goal.reset();
    get_result.reset();
    ActionsTest::TearDown();
  }
  auto send(const GoalUUID& goal_id) {
    auto request = std::make_shared<SendGoal::Request>();
    request->goal_id.uuid = goal_id;
    return send_goal->async_send_request(request);
  }
  auto ask(const GoalUUID& goal_id) {
    auto request = std::make_shared<GetResult::Request>();
    request->goal_id.uuid = goal_id;
    return get_result->async_send_request(request);
  }
  std::int8_t status_of(const GoalUUID& goal_id) { return value_of(ask(goal_id))->status; }

  Client<SendGoal>::SharedPtr send_goal;
  Client<GetResult>::SharedPtr get_result;
};

GoalUUID id_of(int number) {
  GoalUUID goal_id{};
  for (std::size_t i = 0; i < sizeof number; ++i) {
    goal_id[i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  goal_id[15] = 1;
  return goal_id;
}

TEST_F(Servers, RejectAnIdThatTheyKnow) {
  begin();
  EXPECT_TRUE(value_of(send(id_of(1)))->accepted);
  EXPECT_FALSE(value_of(send(id_of(1)))->accepted);
  EXPECT_EQ(serving->asked, 1);
  EXPECT_TRUE(value_of(send(id_of(2)))->accepted);
}

TEST_F(Servers, BeginAGoalThatWasDeferredWhenTheyAreTold) {
  begin();
  serving->goal_answer = GoalResponse::ACCEPT_AND_DEFER;
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  const ServerHandle goal = serving->wait_for_handle();
  EXPECT_TRUE(goal->is_active());
  EXPECT_FALSE(goal->is_executing());
  EXPECT_THROW(goal->succeed(result_of(0)), exceptions::RCLError);
  EXPECT_THROW(goal->abort(result_of(0)), exceptions::RCLError);
  goal->execute();
  EXPECT_TRUE(goal->is_executing());
  EXPECT_THROW(goal->execute(), exceptions::RCLError);
  EXPECT_THROW(goal->canceled(result_of(0)), exceptions::RCLError);
  EXPECT_THROW(goal->succeed(nullptr), std::invalid_argument);
  EXPECT_THROW(goal->publish_feedback(nullptr), std::invalid_argument);
  goal->succeed(result_of(0));
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_SUCCEEDED);
}

TEST_F(Servers, CancelAGoalWhoseHandleIsDropped) {
  begin();
  serving->keeps = false;
  auto pending = value_of(send(id_of(1)));
  ASSERT_TRUE(pending->accepted);
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_CANCELED);
  // Also one that was asked for before.
  serving->keeps = true;
  ASSERT_TRUE(value_of(send(id_of(2)))->accepted);
  auto future = ask(id_of(2));
  serving->wait_for_handle();
  {
    const std::lock_guard lock(serving->mutex);
    serving->handles.clear();
  }
  EXPECT_EQ(value_of(future)->status, GoalStatus::STATUS_CANCELED);
}

TEST_F(Servers, AnswerUnknownForAGoalThatTheyNeverHad) {
  begin();
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_UNKNOWN);
}

TEST_F(Servers, ForgetAResultWhenItsTimeIsOver) {
  begin(keep_results_for(40ms));
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  ASSERT_TRUE(value_of(send(id_of(2)))->accepted);
  auto future = ask(id_of(1));
  serving->wait_for_handle()->succeed(result_of(0));
  EXPECT_EQ(value_of(future)->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_TRUE(wait_until([&] { return status_of(id_of(1)) == GoalStatus::STATUS_UNKNOWN; }));
  // The one that executes has all the time that it needs, and the id may be drawn again.
  EXPECT_TRUE(serving->wait_for_handle(1)->is_executing());
  EXPECT_TRUE(value_of(send(id_of(1)))->accepted);
}

/// The goals of the last list of statuses.
class StatusListener {
 public:
  explicit StatusListener(const std::shared_ptr<Node>& node)
      : subscription_(node->create_subscription<action_msgs::msg::GoalStatusArray>(
            "fibonacci/_action/status", action::DefaultActionStatusQoS(),
            [this](const action_msgs::msg::GoalStatusArray& list) {
              const std::lock_guard lock(mutex_);
              statuses_.clear();
              for (const auto& each : list.status_list) statuses_.push_back(each.status);
            })) {}
  std::vector<std::int8_t> statuses() {
    const std::lock_guard lock(mutex_);
    return statuses_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::int8_t> statuses_;
  std::shared_ptr<SubscriptionBase> subscription_;
};

TEST_F(Servers, FreeAResultThatIsOverThoughNothingIsAsked) {
  begin(keep_results_for(40ms));
  StatusListener listener(client_node);
  serving->goal_answer = GoalResponse::ACCEPT_AND_DEFER;
  constexpr int goals = 500;
  for (int i = 0; i < goals; ++i) ASSERT_TRUE(value_of(send(id_of(i)))->accepted);
  const auto succeeds = ::testing::Contains(GoalStatus::STATUS_SUCCEEDED);
  const ServerHandle first = serving->wait_for_handle();
  first->execute();
  first->succeed(result_of(0));
  ASSERT_TRUE(wait_until([&] { return ::testing::Value(listener.statuses(), succeeds); }));
  // What is kept is listed with the next change of a goal, and no client asks meanwhile.
  std::size_t next = 1;
  EXPECT_TRUE(wait_until([&] {
    if (next < goals) serving->wait_for_handle(next++)->execute();
    return !::testing::Value(listener.statuses(), succeeds);
  }));
  spinning.reset();
}

TEST_F(Servers, ThatKeepNoResultsAnswerThoseWhoWaitAlready) {
  begin(keep_results_for(0ns));
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  auto future = ask(id_of(1));
  // The server answers in turn: this request comes behind the other.
  EXPECT_EQ(status_of(id_of(9)), GoalStatus::STATUS_UNKNOWN);
  serving->wait_for_handle()->succeed(result_of(3));
  EXPECT_EQ(value_of(future)->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_UNKNOWN);
}

TEST_F(Servers, PublishStatusesThatLateSubscriptionsHear) {
  begin();
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  serving->wait_for_handle()->abort(result_of(0));
  ASSERT_TRUE(value_of(send(id_of(2)))->accepted);
  serving->wait_for_handle(1);
  StatusListener listener(client_node);
  EXPECT_TRUE(wait_until([&] {
    return listener.statuses() ==
           std::vector<std::int8_t>({GoalStatus::STATUS_ABORTED, GoalStatus::STATUS_EXECUTING});
  }));
  spinning.reset();
}

TEST_F(Servers, RejectMoreGoalsThanTheyCanPursue) {
  begin();
  constexpr int most = static_cast<int>(action::ServerCore::max_active_goals);
  for (int i = 0; i < most; ++i) ASSERT_TRUE(value_of(send(id_of(i)))->accepted) << i;
  EXPECT_FALSE(value_of(send(id_of(most)))->accepted);
  EXPECT_EQ(serving->asked, most);
  serving->wait_for_handle()->succeed(result_of(0));
  EXPECT_TRUE(value_of(send(id_of(most)))->accepted);
}

TEST_F(Servers, KeepNoMoreResultsThanTheyMay) {
  begin(keep_results_for(-1ns));
  serving->keeps = false;  // each is cancelled at once
  constexpr int most = static_cast<int>(action::ServerCore::max_finished_goals);
  for (int i = 0; i <= most; ++i) ASSERT_TRUE(value_of(send(id_of(i)))->accepted) << i;
  EXPECT_TRUE(wait_until([&] { return status_of(id_of(0)) == GoalStatus::STATUS_UNKNOWN; }));
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_CANCELED);
  EXPECT_EQ(status_of(id_of(most)), GoalStatus::STATUS_CANCELED);
}

TEST_F(Servers, LetNoMoreRequestsWaitThanTheyMay) {
  begin();
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  // Sent one after the other, so that none is pushed out: an answer to another goal says how far
  // the server is.
  for (std::size_t i = 0; i < action::ServerCore::max_waiting_requests; ++i) {
    ask(id_of(1));
    if (i % 5 == 4) {
      ASSERT_EQ(status_of(id_of(9)), GoalStatus::STATUS_UNKNOWN);
    }
  }
  EXPECT_EQ(status_of(id_of(1)), GoalStatus::STATUS_UNKNOWN);
  EXPECT_TRUE(serving->wait_for_handle()->is_executing());
}

TEST_F(Servers, AreOutlivedByTheirGoals) {
  begin();
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  ASSERT_TRUE(value_of(send(id_of(2)))->accepted);
  const ServerHandle one = serving->wait_for_handle();
  serving->wait_for_handle(1);
  spinning.reset();
  serving.reset();  // the other goal's handle goes with it
  EXPECT_TRUE(one->is_executing());
  one->publish_feedback(std::make_shared<Fibonacci::Feedback>());
  one->succeed(result_of(0));
  EXPECT_FALSE(one->is_active());
  EXPECT_EQ(one->get_goal_id(), id_of(1));
}

TEST_F(Servers, TellWhatTheirServicesSay) {
  begin();
  std::atomic<int> events{0};
  const auto listening = client_node->create_subscription<SendGoal::Event>(
      "fibonacci/_action/send_goal/_service_event", ServicesQoS(),
      [&](const SendGoal::Event&) { ++events; });
  serving->server->configure_introspection(server_node->get_clock(), ServicesQoS(),
                                           RCL_SERVICE_INTROSPECTION_METADATA);
  ASSERT_TRUE(wait_until([&] { return listening->get_publisher_count() == 1; }));
  ASSERT_TRUE(value_of(send(id_of(1)))->accepted);
  EXPECT_TRUE(wait_until([&] { return events == 2; }));
  spinning.reset();
}

}  // namespace
}  // namespace baton::actions
