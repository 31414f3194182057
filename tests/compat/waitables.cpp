// SPDX-License-Identifier: Apache-2.0
// Waitables of the user's, in executors and in wait sets, as packages of ROS write them.
#include <atomic>
#include <stdexcept>
#include <string>

#include "rcl/wait.h"
#include "rclcpp/detail/add_guard_condition_to_rcl_wait_set.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/node_interfaces/node_waitables.hpp"
#include "rclcpp/waitable.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

/// Rings once for each call of ring().
class Alarm : public rclcpp::Waitable {
 public:
  void ring() {
    ++rings_;
    bell_.trigger();
  }
  int executed() const { return executed_; }
  int asked() const { return asked_; }
  void fail() { fails_ = true; }

  size_t get_number_of_ready_guard_conditions() override { return 1; }
  void add_to_wait_set(rcl_wait_set_t& wait_set) override {
    if (rings_ > 0) bell_.trigger();  // there is more
    rclcpp::detail::add_guard_condition_to_rcl_wait_set(wait_set, bell_);
  }
  bool is_ready(const rcl_wait_set_t& wait_set) override {
    ++asked_;
    for (size_t i = 0; i < wait_set.size_of_guard_conditions; ++i) {
      if (wait_set.guard_conditions[i] == &bell_.get_rcl_guard_condition()) return true;
    }
    return false;
  }
  std::shared_ptr<void> take_data() override { return std::make_shared<int>(--rings_); }
  void execute(const std::shared_ptr<void>& data) override {
    EXPECT_GE(*std::static_pointer_cast<int>(data), 0);
    ++executed_;
    if (fails_.exchange(false)) throw std::domain_error("false alarm");
  }

 private:
  rclcpp::GuardCondition bell_;
  std::atomic<int> rings_{0};
  std::atomic<int> executed_{0};
  std::atomic<int> asked_{0};
  std::atomic<bool> fails_{false};
};

class Waitables : public RosTest {};

TEST_F(Waitables, AreRunByTheExecutorOfTheirNode) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto alarm = std::make_shared<Alarm>();
  node->get_node_waitables_interface()->add_waitable(alarm, nullptr);
  alarm->ring();
  alarm->ring();
  ASSERT_TRUE(spin_until({node}, [&] { return alarm->executed() == 2; }));
  alarm->ring();
  ASSERT_TRUE(spin_until({node}, [&] { return alarm->executed() == 3; }));
}

TEST_F(Waitables, AreNotAskedWhileNothingHappens) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto alarm = std::make_shared<Alarm>();
  node->get_node_waitables_interface()->add_waitable(alarm, nullptr);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  executor.spin_all(100ms);
  const int asked = alarm->asked();
  for (int i = 0; i < 20; ++i) executor.spin_once(1ms);
  EXPECT_EQ(alarm->asked(), asked);
}

TEST_F(Waitables, AreForgottenWithTheirOwnerAndWhenTheyAreRemoved) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto alarm = std::make_shared<Alarm>();
  auto other = std::make_shared<Alarm>();
  const auto waitables = node->get_node_waitables_interface();
  waitables->add_waitable(alarm, nullptr);
  waitables->add_waitable(other, nullptr);
  waitables->remove_waitable(alarm, nullptr);
  alarm->ring();
  other->ring();
  ASSERT_TRUE(spin_until({node}, [&] { return other->executed() == 1; }));
  EXPECT_EQ(alarm->executed(), 0);
  const std::weak_ptr<Alarm> weak = other;
  other.reset();
  EXPECT_TRUE(weak.expired());
  rclcpp::spin_some(node);
}

TEST_F(Waitables, ThatThrowAreRunAgain) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto alarm = std::make_shared<Alarm>();
  node->get_node_waitables_interface()->add_waitable(alarm, nullptr);
  alarm->fail();
  alarm->ring();
  alarm->ring();
  EXPECT_THROW(spin_until({node}, [&] { return alarm->executed() == 2; }), std::domain_error);
  EXPECT_TRUE(spin_until({node}, [&] { return alarm->executed() == 2; }));
}

TEST_F(Waitables, AreInAGroupOfTheirNodeAlone) {
  auto node = std::make_shared<rclcpp::Node>("n");
  auto other = std::make_shared<rclcpp::Node>("other");
  auto group = other->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  auto alarm = std::make_shared<Alarm>();
  EXPECT_THROW(node->get_node_waitables_interface()->add_waitable(alarm, group),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_THROW(node->get_node_waitables_interface()->add_waitable(nullptr, nullptr),
               std::invalid_argument);
}

TEST_F(Waitables, OfALifecycleNodeAreRunToo) {
  auto node = std::make_shared<rclcpp_lifecycle::LifecycleNode>("n");
  auto alarm = std::make_shared<Alarm>();
  node->get_node_waitables_interface()->add_waitable(alarm, nullptr);
  alarm->ring();
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node->get_node_base_interface());
  EXPECT_TRUE(spin_until(executor, [&] { return alarm->executed() == 1; }));
}

TEST_F(Waitables, AreFoundReadyByAWaitSet) {
  auto context = rclcpp::contexts::get_global_default_context();
  auto alarm = std::make_shared<Alarm>();
  rclcpp::WaitSet wait_set({}, {}, {}, {}, {}, {{alarm}}, context);
  EXPECT_EQ(wait_set.wait(1ms).kind(), rclcpp::WaitResultKind::Timeout);
  alarm->ring();
  auto result = wait_set.wait(20s);
  ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
  EXPECT_TRUE(alarm->is_ready(result.get_wait_set().get_rcl_wait_set()));
  alarm->execute(alarm->take_data());
  EXPECT_EQ(wait_set.wait(1ms).kind(), rclcpp::WaitResultKind::Timeout);
  EXPECT_FALSE(alarm->is_ready(wait_set.get_rcl_wait_set()));
}

TEST_F(Waitables, AreInOneWaitSetAtATime) {
  auto alarm = std::make_shared<Alarm>();
  rclcpp::WaitSet first;
  rclcpp::WaitSet second;
  first.add_waitable(alarm);
  EXPECT_THROW(first.add_waitable(alarm), std::runtime_error);
  EXPECT_THROW(second.add_waitable(alarm), std::runtime_error);
  first.remove_waitable(alarm);
  EXPECT_THROW(first.remove_waitable(alarm), std::runtime_error);
  second.add_waitable(alarm);
  EXPECT_THROW(second.add_waitable(nullptr), std::invalid_argument);
}

TEST_F(Waitables, AreThePlaceToAddGuardConditions) {
  rcl_wait_set_t wait_set = rcl_get_zero_initialized_wait_set();
  rclcpp::GuardCondition guard;
  EXPECT_THROW(rclcpp::detail::add_guard_condition_to_rcl_wait_set(wait_set, guard),
               std::invalid_argument);
}

class GuardConditions : public RosTest {};

TEST_F(GuardConditions, WithACallbackWakeWaitSetsToo) {
  auto guard = std::make_shared<rclcpp::GuardCondition>();
  std::atomic<size_t> told{0};
  guard->set_on_trigger_callback([&](size_t count) { told += count; });
  rclcpp::WaitSet wait_set({}, {guard});
  guard->trigger();
  EXPECT_EQ(told, 1u);
  EXPECT_EQ(wait_set.wait(20s).kind(), rclcpp::WaitResultKind::Ready);
}

TEST_F(GuardConditions, AreAddedOnceAndNeedAnInitialisedContext) {
  auto guard = std::make_shared<rclcpp::GuardCondition>();
  rclcpp::WaitSet wait_set({}, {guard});
  EXPECT_THROW(wait_set.add_guard_condition(guard), std::runtime_error);
  wait_set.remove_guard_condition(guard);
  EXPECT_THROW(wait_set.remove_guard_condition(guard), std::runtime_error);
  EXPECT_THROW(rclcpp::GuardCondition(rclcpp::Context::make_shared()),
               rclcpp::exceptions::RCLInvalidArgument);
}

}  // namespace
