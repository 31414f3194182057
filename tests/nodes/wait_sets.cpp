// SPDX-License-Identifier: Apache-2.0
// Wait sets in the forms that users of rclcpp know.
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <std_msgs/msg/int64.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include <baton/wait_set.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

using std_msgs::msg::Int64;
using std_srvs::srv::SetBool;
using namespace std::chrono_literals;

class WaitSetsTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    node = make_node();
  }
  void TearDown() override {
    node.reset();
    NodeTest::TearDown();
  }
  GuardCondition::SharedPtr make_guard() { return std::make_shared<GuardCondition>(context); }
  TimerBase::SharedPtr make_timer(std::chrono::nanoseconds period) {
    return node->create_wall_timer(period, [] {});
  }
  Subscription<Int64>::SharedPtr subscribe(const std::string& topic) {
    return node->create_subscription<Int64>(topic, 10, [](const Int64&) {});
  }

  std::shared_ptr<Node> node;
};

TEST_F(WaitSetsTest, WhatIsReadyStandsInItsPlace) {
  const auto publisher = node->create_publisher<Int64>("b", 10);
  const auto first = subscribe("a");
  const auto second = subscribe("b");
  const auto guard = make_guard();
  const auto timer = make_timer(1h);
  WaitSet wait_set(std::vector<WaitSet::SubscriptionEntry>{{first}, {second}}, {guard}, {timer}, {},
                   {}, {}, context);
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Timeout);
  publisher->publish(Int64());
  auto result = wait_set.wait(testing::default_deadline);
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  const rcl_wait_set_t& found = result.get_wait_set().get_rcl_wait_set();
  ASSERT_EQ(found.size_of_subscriptions, 2u);
  EXPECT_FALSE(found.subscriptions[0]);
  EXPECT_TRUE(found.subscriptions[1]);
  ASSERT_EQ(found.size_of_guard_conditions, 1u);
  EXPECT_FALSE(found.guard_conditions[0]);
  ASSERT_EQ(found.size_of_timers, 1u);
  EXPECT_FALSE(found.timers[0]);
  EXPECT_EQ(found.size_of_clients, 0u);
  Int64 message;
  MessageInfo info;
  EXPECT_TRUE(second->take(message, info));
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Timeout);
}

TEST_F(WaitSetsTest, AGuardConditionIsReadyOnce) {
  const auto guard = make_guard();
  WaitSet wait_set({}, {guard}, {}, {}, {}, {}, context);
  guard->trigger();
  guard->trigger();
  const auto result = wait_set.wait(testing::default_deadline);
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  EXPECT_TRUE(wait_set.get_rcl_wait_set().guard_conditions[0]);
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Timeout);
  std::thread triggering([&] { guard->trigger(); });
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Ready);
  triggering.join();
}

TEST_F(WaitSetsTest, AGuardConditionsCallbackIsToldHowOften) {
  const auto guard = make_guard();
  std::size_t told = 0;
  guard->trigger();
  guard->trigger();
  guard->set_on_trigger_callback([&](std::size_t count) { told += count; });
  EXPECT_EQ(told, 2u);
  guard->trigger();
  EXPECT_EQ(told, 3u);
  guard->set_on_trigger_callback(nullptr);
  guard->trigger();
  EXPECT_EQ(told, 3u);
}

TEST_F(WaitSetsTest, ATimerIsReadyUntilItIsCalled) {
  const auto timer = make_timer(1ms);
  WaitSet wait_set({}, {}, {timer}, {}, {}, {}, context);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(wait_set.wait(testing::default_deadline).kind(), WaitResultKind::Ready);
    EXPECT_TRUE(wait_set.get_rcl_wait_set().timers[0]);
  }
  EXPECT_TRUE(timer->call());
  timer->cancel();
  EXPECT_EQ(wait_set.wait(5ms).kind(), WaitResultKind::Timeout);
}

TEST_F(WaitSetsTest, ATimerThatIsAddedOrResetMeanwhileEndsAWait) {
  const auto timer = make_timer(5ms);
  timer->cancel();
  WaitSet wait_set({}, {make_guard()}, {}, {}, {}, {}, context);
  std::thread adding([&] {
    wait_set.add_timer(timer);
    timer->reset();
  });
  EXPECT_EQ(wait_set.wait(testing::default_deadline).kind(), WaitResultKind::Ready);
  adding.join();
  EXPECT_TRUE(timer->is_ready());
}

TEST_F(WaitSetsTest, ServicesAndClientsAreWaitedFor) {
  const auto service = node->create_service<SetBool>(
      "enable", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  const auto client = node->create_client<SetBool>("enable");
  ASSERT_TRUE(client->wait_for_service(testing::default_deadline));
  WaitSet wait_set({}, {}, {}, {client}, {service}, {}, context);
  auto answer = client->async_send_request(std::make_shared<SetBool::Request>());
  ASSERT_EQ(wait_set.wait(testing::default_deadline).kind(), WaitResultKind::Ready);
  EXPECT_TRUE(wait_set.get_rcl_wait_set().services[0]);
  EXPECT_FALSE(wait_set.get_rcl_wait_set().clients[0]);
  SetBool::Request request;
  rmw_request_id_t id{};
  ASSERT_TRUE(service->take_request(request, id));
  SetBool::Response response;
  service->send_response(id, response);
  ASSERT_EQ(wait_set.wait(testing::default_deadline).kind(), WaitResultKind::Ready);
  EXPECT_TRUE(wait_set.get_rcl_wait_set().clients[0]);
  EXPECT_FALSE(wait_set.get_rcl_wait_set().services[0]);
}

TEST_F(WaitSetsTest, AnEntityIsInOneExecutorOrWaitSet) {
  const auto subscription = subscribe("a");
  const auto guard = make_guard();
  WaitSet first({{subscription}}, {guard}, {}, {}, {}, {}, context);
  WaitSet second({}, {}, {}, {}, {}, {}, context);
  EXPECT_THROW(second.add_subscription(subscription), std::runtime_error);
  EXPECT_THROW(second.add_guard_condition(guard), std::runtime_error);
  first.remove_subscription(subscription);
  first.remove_guard_condition(guard);
  second.add_guard_condition(guard);
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  EXPECT_THROW(second.add_subscription(subscription), std::runtime_error);
  executor.remove_node(node);
  second.add_subscription(subscription);
}

TEST_F(WaitSetsTest, AnExecutorGetsAnEntityWhenTheWaitSetGivesItBack) {
  int received = 0;
  const auto publisher = node->create_publisher<Int64>("a", 10);
  const auto subscription =
      node->create_subscription<Int64>("a", 10, [&](const Int64&) { ++received; });
  ASSERT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  executors::SingleThreadedExecutor executor(executor_options());
  {
    WaitSet wait_set({{subscription}}, {}, {}, {}, {}, {}, context);
    executor.add_node(node);
    publisher->publish(Int64());
    EXPECT_EQ(wait_set.wait(testing::default_deadline).kind(), WaitResultKind::Ready);
    executor.spin_some();
    EXPECT_EQ(received, 0);
  }
  EXPECT_TRUE(spin_until(executor, [&] { return received == 1; }));
}

TEST_F(WaitSetsTest, WithoutEntitiesAWaitIsEmpty) {
  WaitSet wait_set({}, {}, {}, {}, {}, {}, context);
  auto result = wait_set.wait();
  EXPECT_EQ(result.kind(), WaitResultKind::Empty);
  EXPECT_THROW(result.get_wait_set(), std::runtime_error);
}

TEST_F(WaitSetsTest, EntitiesThatOnlyTheWaitSetHoldsArePruned) {
  auto subscription = subscribe("a");
  const std::weak_ptr<SubscriptionBase> weak = subscription;
  WaitSet wait_set({{subscription}}, {}, {}, {}, {}, {}, context);
  wait_set.prune_deleted_entities();
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Timeout);
  subscription.reset();
  EXPECT_FALSE(weak.expired());
  wait_set.prune_deleted_entities();
  EXPECT_TRUE(weak.expired());
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Empty);
}

TEST_F(WaitSetsTest, APrunedCallbackMayUseTheWaitSetInItsEnd) {
  const auto guard = make_guard();
  WaitSet wait_set({}, {guard}, {}, {}, {}, {}, context);
  std::shared_ptr<void> leaver(nullptr, [&](void*) { wait_set.remove_guard_condition(guard); });
  auto subscription =
      node->create_subscription<Int64>("a", 10, [leaver = std::move(leaver)](const Int64&) {});
  wait_set.add_subscription(subscription);
  subscription.reset();
  wait_set.prune_deleted_entities();
  EXPECT_EQ(wait_set.wait(0ms).kind(), WaitResultKind::Empty);
}

TEST_F(WaitSetsTest, AStaticWaitSetHasItsEntitiesOnceForAll) {
  const auto subscription = subscribe("a");
  const auto timer = make_timer(1ms);
  using Fixed = StaticWaitSet<1, 0, 1, 0, 0, 0>;
  Fixed wait_set(std::array<Fixed::SubscriptionEntry, 1>{{{subscription}}},
                 std::array<GuardCondition::SharedPtr, 0>{},
                 std::array<TimerBase::SharedPtr, 1>{timer}, {}, {}, {}, context);
  auto result = wait_set.wait(testing::default_deadline);
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  EXPECT_TRUE(result.get_wait_set().get_rcl_wait_set().timers[0]);
}

TEST_F(WaitSetsTest, NullPointersAndMasksWithoutMessagesAreRefused) {
  WaitSet wait_set({}, {}, {}, {}, {}, {}, context);
  EXPECT_THROW(wait_set.add_timer(nullptr), std::invalid_argument);
  SubscriptionWaitSetMask events;
  events.include_subscription = false;
  events.include_intra_process_waitable = false;
  EXPECT_THROW(wait_set.add_subscription(subscribe("a"), events), std::invalid_argument);
}

}  // namespace
}  // namespace baton::nodes
