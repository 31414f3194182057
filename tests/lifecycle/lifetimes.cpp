// SPDX-License-Identifier: Apache-2.0
// Nodes that go while something is under way.
#include <future>

#include "lifecycle_test.hpp"

namespace lifecycle_test {
namespace {

/// Holds a callback until it may go on.
struct Gate {
  CallbackReturn pass() {
    entered.set_value();
    may_go.get_future().wait();
    return CallbackReturn::SUCCESS;
  }
  std::promise<void> entered, may_go;
};

/// Says when it is gone, and in which thread.
class MortalNode : public NotingNode {
 public:
  MortalNode(const rclcpp::NodeOptions& options, std::promise<std::thread::id>& gone)
      : NotingNode("node", options), gone_(gone) {}
  ~MortalNode() override { gone_.set_value(std::this_thread::get_id()); }

 private:
  std::promise<std::thread::id>& gone_;
};

class LifecycleLifetimes : public LifecycleTest {};

TEST_F(LifecycleLifetimes, ANodeWhoseOwnerGoesDuringATransitionLivesUntilItsEnd) {
  std::promise<std::thread::id> gone;
  Gate gate;
  auto node = std::make_shared<MortalNode>(options(), gone);
  node->on("configure", [&] { return gate.pass(); });
  const std::weak_ptr<MortalNode> watched = node;
  std::thread::id changing;
  std::string behind;
  std::thread thread([&, raw = node.get()] {
    changing = std::this_thread::get_id();
    behind = raw->configure().label();
  });
  gate.entered.get_future().wait();
  node.reset();
  EXPECT_FALSE(watched.expired());
  gate.may_go.set_value();
  EXPECT_EQ(gone.get_future().get(), [&] {
    thread.join();
    return changing;
  }());
  EXPECT_EQ(behind, "inactive");
}

TEST_F(LifecycleLifetimes, ANodeThatIsDroppedWhileAClientChangesItAnswersFirst) {
  std::promise<std::thread::id> gone;
  Gate gate;
  auto node = std::make_shared<MortalNode>(options(), gone);
  node->on("configure", [&] { return gate.pass(); });
  const auto base = node->get_node_base_interface();
  const Spinning spinning(executor_options(), node);
  auto answer = std::async(std::launch::async, [&] {
    return Tool(context, "/node").change(Transitions::TRANSITION_CONFIGURE);
  });
  gate.entered.get_future().wait();
  node.reset();
  auto end = gone.get_future();
  EXPECT_EQ(end.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  gate.may_go.set_value();
  ASSERT_EQ(end.wait_for(enough), std::future_status::ready);
  EXPECT_NE(end.get(), std::this_thread::get_id()) << "it went in the executor's thread";
  EXPECT_TRUE(answer.get());
}

TEST_F(LifecycleLifetimes, ACallbackMayReleaseItsNode) {
  std::promise<std::thread::id> gone;
  auto node = std::make_shared<MortalNode>(options(), gone);
  node->on("configure", [&] {
    node.reset();
    return CallbackReturn::SUCCESS;
  });
  EXPECT_EQ(node.get()->configure().label(), "inactive");
  EXPECT_EQ(gone.get_future().wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

TEST_F(LifecycleLifetimes, ANodeMayBeOnTheStack) {
  NotingNode node("node", options());
  rclcpp::executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node.get_node_base_interface());
  std::thread thread([&] { executor.spin(); });
  EXPECT_TRUE(Tool(context, "/node").change(Transitions::TRANSITION_CONFIGURE));
  executor.cancel();
  thread.join();
  EXPECT_EQ(node.get_current_state().label(), "inactive");
}

TEST_F(LifecycleLifetimes, NodesThatComeAndGoWhileClientsAskLeaveNothing) {
  const auto node = std::make_shared<rclcpp::Node>("client", options());
  const auto client = node->create_client<ChangeState>("/node/change_state");
  rclcpp::executors::SingleThreadedExecutor executor(executor_options());
  std::thread thread([&] { executor.spin(); });
  std::atomic<bool> is_over{false};
  std::thread asking([&] {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.label = "configure";
    while (!is_over) {
      client->async_send_request(request);
      client->prune_pending_requests();
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 30; ++i) {
    auto coming = make_node();
    executor.add_node(coming->get_node_base_interface());
    wait_until([&] { return !coming->calls().empty() || i % 3 == 0; },
               std::chrono::milliseconds(100));
    const auto base = coming->get_node_base_interface();
    coming.reset();
    executor.remove_node(base);
  }
  is_over = true;
  asking.join();
  executor.cancel();
  thread.join();
}

TEST_F(LifecycleLifetimes, ATransitionAfterTheShutdownOfTheContextRunsAllTheSame) {
  const auto node = make_node_in(States::PRIMARY_STATE_ACTIVE);
  context->shutdown("before the node");
  EXPECT_EQ(node->deactivate().label(), "inactive");
  EXPECT_EQ(node->shutdown().label(), "finalized");
}

}  // namespace
}  // namespace lifecycle_test
