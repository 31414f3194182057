// SPDX-License-Identifier: Apache-2.0
// States, transitions, and what else is known without a node.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include <rcl_lifecycle/rcl_lifecycle.h>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_publisher.hpp>
#include <rclcpp_lifecycle/rclcpp_lifecycle.hpp>
#include <rclcpp_lifecycle/state.hpp>
#include <rclcpp_lifecycle/transition.hpp>
#include <rclcpp_lifecycle/type_traits/is_manageable_node.hpp>
#include <std_msgs/msg/string.hpp>

namespace lifecycle_test {
namespace {

using rclcpp_lifecycle::State;
using rclcpp_lifecycle::Transition;

TEST(LifecycleState, IsANumberAndALabel) {
  EXPECT_EQ(State().id(), lifecycle_msgs::msg::State::PRIMARY_STATE_UNKNOWN);
  EXPECT_EQ(State().label(), "unknown");
  State state(3, "my_state");
  EXPECT_EQ(state.id(), 3);
  EXPECT_EQ(state.label(), "my_state");
  const State copy(state);
  state = State(4, "other", rcutils_get_default_allocator());
  EXPECT_EQ(copy.label(), "my_state");
  EXPECT_EQ(state.label(), "other");
}

TEST(LifecycleState, NeedsALabel) {
  EXPECT_THROW(State(1, ""), std::runtime_error);
  EXPECT_THROW(State(static_cast<const rcl_lifecycle_state_t*>(nullptr)), std::runtime_error);
}

TEST(LifecycleState, IsMadeOfTheTypeInC) {
  rcl_lifecycle_state_t handle{"from_c", 21, nullptr, 0};
  const State state(&handle);
  handle.id = 22;
  EXPECT_EQ(state.id(), 21);
  EXPECT_EQ(state.label(), "from_c");
}

TEST(LifecycleTransition, HasStatesIfItWasMadeWithThem) {
  const Transition bare(12, "no_states");
  EXPECT_EQ(bare.id(), 12);
  EXPECT_EQ(bare.label(), "no_states");
  EXPECT_THROW((void)bare.start_state(), std::runtime_error);
  EXPECT_THROW((void)bare.goal_state(), std::runtime_error);
  Transition whole(13, "whole", State(1, "start"), State(2, "goal"));
  const Transition copy = whole;
  whole = bare;
  EXPECT_EQ(copy.start_state().label(), "start");
  EXPECT_EQ(copy.goal_state().id(), 2);
  EXPECT_THROW((void)whole.start_state(), std::runtime_error);
  EXPECT_EQ(Transition(14).label(), "");
}

TEST(LifecycleTransition, IsMadeOfTheTypeInC) {
  rcl_lifecycle_state_t start{"one", 1, nullptr, 0};
  rcl_lifecycle_transition_t handle{rcl_lifecycle_configure_label, 9, &start, nullptr};
  const Transition transition(&handle);
  EXPECT_EQ(transition.id(), 9);
  EXPECT_EQ(transition.label(), "configure");
  EXPECT_EQ(transition.start_state().label(), "one");
  EXPECT_THROW((void)transition.goal_state(), std::runtime_error);
  EXPECT_THROW(Transition(static_cast<const rcl_lifecycle_transition_t*>(nullptr)),
               std::runtime_error);
}

struct Manageable {
  void on_activate();
  void on_deactivate();
};
struct Half {
  void on_activate();
  int on_deactivate();
};

TEST(LifecycleTraits, SayWhatCanBeManaged) {
  using Publisher = rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>;
  EXPECT_TRUE(is_manageable_node<Manageable>::value);
  EXPECT_TRUE(is_manageable_node<Publisher>::value);
  EXPECT_TRUE(has_on_activate<Half>::value);
  EXPECT_FALSE(has_on_deactivate<Half>::value);
  EXPECT_FALSE(is_manageable_node<Half>::value);
  EXPECT_FALSE(is_manageable_node<rclcpp::Node>::value);
}

TEST(LifecycleEntity, IsActivatedAndDeactivated) {
  rclcpp_lifecycle::SimpleManagedEntity entity;
  EXPECT_FALSE(entity.is_activated());
  entity.on_activate();
  EXPECT_TRUE(entity.is_activated());
  entity.on_deactivate();
  EXPECT_FALSE(entity.is_activated());
}

}  // namespace
}  // namespace lifecycle_test
