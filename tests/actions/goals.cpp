// SPDX-License-Identifier: Apache-2.0
// Goals from their request to their result, over each way that messages can take.
#include "../dds/network_opened_once.hpp"
#include "actions_test.hpp"

namespace baton::actions {
namespace {

enum class Way { in_process, shared_memory, network };

std::string name_of(const ::testing::TestParamInfo<Way>& info) {
  switch (info.param) {
    case Way::in_process:
      return "InProcess";
    case Way::shared_memory:
      return "OverSharedMemory";
    case Way::network:
      return "OverDds";
  }
  return "";
}

class Goals : private network::NetworkOpenedOnce,
              public testing::IsolatedTest,
              public ::testing::WithParamInterface<Way> {
 protected:
  void SetUp() override {
    testing::IsolatedTest::SetUp();
    here = begin_context();
    there = GetParam() == Way::in_process ? here : begin_context();
    server_node = make_node("server", here);
    client_node = make_node("client", there);
    serving = std::make_unique<Serving>(server_node);
    client = action::create_client<Fibonacci>(client_node, "fibonacci");
    serving_spins = std::make_unique<Spinning<>>(here, Nodes{server_node});
    client_spins = std::make_unique<Spinning<>>(there, Nodes{client_node});
    ASSERT_TRUE(client->wait_for_action_server(enough));
  }
  void TearDown() override {
    client_spins.reset();
    serving_spins.reset();
    client.reset();
    serving.reset();
    client_node.reset();
    server_node.reset();
    for (const auto& each : {here, there}) each->shutdown("the test is over");
    here.reset();
    there.reset();
    testing::IsolatedTest::TearDown();
  }

 private:
  using Nodes = std::vector<std::shared_ptr<Node>>;

  static Context::SharedPtr begin_context() {
    ContextOptions options;
    if (GetParam() == Way::network) options.transport = TransportChoice::udp;
    return std::make_shared<Context>(options);
  }
  static std::shared_ptr<Node> make_node(const std::string& name, const Context::SharedPtr& in) {
    return std::make_shared<Node>(
        name, NodeOptions().context(in).use_intra_process_comms(GetParam() == Way::in_process));
  }

 protected:
  Context::SharedPtr here;
  Context::SharedPtr there;
  std::shared_ptr<Node> server_node;
  std::shared_ptr<Node> client_node;
  std::unique_ptr<Serving> serving;
  FibonacciClient::SharedPtr client;
  std::unique_ptr<Spinning<>> serving_spins;
  std::unique_ptr<Spinning<>> client_spins;
};

TEST_P(Goals, AreAcceptedExecutedAndGiveFeedbackAndAResult) {
  std::atomic<int> responses{0};
  std::atomic<int> results{0};
  std::mutex mutex;
  std::vector<std::int32_t> feedback;
  FibonacciClient::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientHandle& handle) { responses += !!handle; };
  options.feedback_callback = [&](ClientHandle,
                                  const std::shared_ptr<const Fibonacci::Feedback> each) {
    const std::lock_guard lock(mutex);
    feedback.push_back(each->sequence[0]);
  };
  options.result_callback = [&](const FibonacciClient::WrappedResult& result) {
    results += result.code == ResultCode::SUCCEEDED && result.result->sequence[0] == 7;
  };
  const ClientHandle handle = value_of(client->async_send_goal(order(5), options));
  ASSERT_TRUE(handle);
  EXPECT_TRUE(handle->is_feedback_aware());
  const ServerHandle goal = serving->wait_for_handle();
  EXPECT_EQ(goal->get_goal()->order, 5);
  EXPECT_EQ(goal->get_goal_id(), handle->get_goal_id());
  EXPECT_TRUE(goal->is_executing());
  EXPECT_TRUE(wait_until([&] { return handle->get_status() == GoalStatus::STATUS_EXECUTING; }));
  ASSERT_TRUE(wait_until([&] { return responses == 1 && handle->is_result_aware(); }));
  for (int i = 0; i < 10; ++i) {
    auto message = std::make_shared<Fibonacci::Feedback>();
    message->sequence.push_back(i);
    goal->publish_feedback(message);
  }
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return feedback == std::vector<std::int32_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  }));
  goal->succeed(result_of(7));
  EXPECT_FALSE(goal->is_active());
  EXPECT_TRUE(wait_until([&] { return results == 1; }));
  EXPECT_EQ(handle->get_status(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(responses, 1);
}

TEST_P(Goals, ThatAreRejectedHaveNoHandle) {
  serving->goal_answer = GoalResponse::REJECT;
  std::atomic<int> nulls{0};
  FibonacciClient::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientHandle& handle) { nulls += !handle; };
  EXPECT_EQ(value_of(client->async_send_goal(order(1), options)), nullptr);
  EXPECT_TRUE(wait_until([&] { return nulls == 1; }));
  EXPECT_EQ(serving->accepted, 0);
}

TEST_P(Goals, ThatAreAbortedSayHowFarTheyCame) {
  const ClientHandle handle = value_of(client->async_send_goal(order(3)));
  auto future = client->async_get_result(handle);
  serving->wait_for_handle()->abort(result_of(1));
  const auto result = value_of(future);
  EXPECT_EQ(result.code, ResultCode::ABORTED);
  EXPECT_EQ(result.goal_id, handle->get_goal_id());
  ASSERT_EQ(result.result->sequence.size(), 1u);
  EXPECT_EQ(result.result->sequence[0], 1);
}

TEST_P(Goals, AreCancelledInTwoSteps) {
  const ClientHandle handle = value_of(client->async_send_goal(order(3)));
  auto future = client->async_get_result(handle);
  const ServerHandle goal = serving->wait_for_handle();
  const auto cancelled = value_of(client->async_cancel_goal(handle));
  EXPECT_EQ(cancelled->return_code, CancelCodes::ERROR_NONE);
  ASSERT_EQ(cancelled->goals_canceling.size(), 1u);
  EXPECT_EQ(cancelled->goals_canceling[0].goal_id.uuid, handle->get_goal_id());
  EXPECT_TRUE(goal->is_canceling());
  EXPECT_TRUE(goal->is_active());
  EXPECT_FALSE(is_ready(future));
  goal->canceled(result_of(2));
  EXPECT_EQ(value_of(future).code, ResultCode::CANCELED);
}

TEST_P(Goals, ThatHaveEndedKeepTheirResultForThoseWhoAskLater) {
  const ClientHandle handle = value_of(client->async_send_goal(order(3)));
  serving->wait_for_handle()->succeed(result_of(9));
  ASSERT_TRUE(wait_until([&] { return handle->get_status() == GoalStatus::STATUS_SUCCEEDED; }));
  const auto result = value_of(client->async_get_result(handle));
  EXPECT_EQ(result.code, ResultCode::SUCCEEDED);
  EXPECT_EQ(result.result->sequence[0], 9);
}

std::vector<Way> every_way() {
  std::vector<Way> ways{Way::in_process, Way::shared_memory};
  if (network::has_network) ways.push_back(Way::network);
  return ways;
}

INSTANTIATE_TEST_SUITE_P(Actions, Goals, ::testing::ValuesIn(every_way()), name_of);

}  // namespace
}  // namespace baton::actions
