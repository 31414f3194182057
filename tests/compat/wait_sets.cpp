// SPDX-License-Identifier: Apache-2.0
// Wait sets and guard conditions in the style of ROS's examples.
#include <string>

#include "rclcpp/guard_condition.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "rclcpp/wait_set.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

class WaitSets : public RosTest {
 protected:
  static rclcpp::SubscriptionOptions without_executor(rclcpp::Node& node) {
    rclcpp::SubscriptionOptions options;
    options.callback_group =
        node.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    return options;
  }
};

TEST_F(WaitSets, FindWhatIsReady) {
  auto node = std::make_shared<rclcpp::Node>("wait_set");
  auto do_nothing = [](std_msgs::msg::String::UniquePtr) { FAIL(); };
  auto sub1 = node->create_subscription<std_msgs::msg::String>("topicA", 10, do_nothing,
                                                               without_executor(*node));
  auto sub2 = node->create_subscription<std_msgs::msg::String>("topicB", 10, do_nothing,
                                                               without_executor(*node));
  auto guard_condition = rclcpp::GuardCondition::make_shared();
  rclcpp::WaitSet wait_set({{sub1}, {sub2}}, {guard_condition});

  EXPECT_EQ(wait_set.wait(1ms).kind(), rclcpp::WaitResultKind::Timeout);
  guard_condition->trigger();
  auto wait_result = wait_set.wait(20s);
  ASSERT_EQ(wait_result.kind(), rclcpp::WaitResultKind::Ready);
  EXPECT_NE(wait_result.get_wait_set().get_rcl_wait_set().guard_conditions[0], nullptr);
  EXPECT_EQ(wait_result.get_wait_set().get_rcl_wait_set().subscriptions[0], nullptr);

  auto publisher = node->create_publisher<std_msgs::msg::String>("topicB", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));
  std_msgs::msg::String message;
  message.data = "b";
  publisher->publish(message);
  bool taken = false;
  for (int i = 0; i < 100 && !taken; ++i) {
    auto result = wait_set.wait(20s);
    if (result.kind() != rclcpp::WaitResultKind::Ready) break;
    if (result.get_wait_set().get_rcl_wait_set().subscriptions[1]) {
      std_msgs::msg::String msg;
      rclcpp::MessageInfo msg_info;
      taken = sub2->take(msg, msg_info) && msg.data == "b";
    }
  }
  EXPECT_TRUE(taken);
}

TEST_F(WaitSets, WaitForOneMessage) {
  auto node = std::make_shared<rclcpp::Node>("waiter");
  auto publisher =
      node->create_publisher<std_msgs::msg::String>("wait", rclcpp::QoS(1).transient_local());
  std_msgs::msg::String out;
  EXPECT_FALSE(rclcpp::wait_for_message(out, node, "wait", 1ms));
  publisher->publish(std_msgs::build<std_msgs::msg::String>().data("came"));
  EXPECT_TRUE(rclcpp::wait_for_message(out, node, "wait", 20s, rclcpp::QoS(1).transient_local()));
  EXPECT_EQ(out.data, "came");
}

}  // namespace
