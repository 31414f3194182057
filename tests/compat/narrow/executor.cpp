// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/executor.hpp"

#include <gtest/gtest.h>

namespace {

// As wrappers of executors hold them.
struct Held {
  std::deque<rclcpp::CallbackGroup::WeakPtr> groups;
  std::set<rclcpp::ClientBase::SharedPtr> clients;
  std::list<rclcpp::ServiceBase::SharedPtr> services;
  std::map<int, rclcpp::TimerBase::SharedPtr> timers;
  std::unordered_map<int, rclcpp::SubscriptionBase::SharedPtr> subscriptions;
  std::vector<rclcpp::node_interfaces::NodeBaseInterface::WeakPtr> nodes;
  std::atomic_bool spins{false};
};

TEST(NarrowHeaders, OfTheExecutorBringWhatItHolds) {
  const Held held;
  assert(held.groups.empty());
  std::cout << std::chrono::seconds(1).count() << std::endl;
  const rclcpp::FutureReturnCode code = rclcpp::FutureReturnCode::SUCCESS;
  const rclcpp::WaitResultKind kind = rclcpp::Timeout;
  EXPECT_EQ(code, rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(kind, rclcpp::WaitResultKind::Timeout);
  EXPECT_NE(rclcpp::Ready, rclcpp::Empty);
  EXPECT_EQ(rclcpp::Invalid, rclcpp::WaitResultKind::Invalid);
  EXPECT_FALSE(rclcpp::ok(std::make_shared<rclcpp::Context>()));
  RCPPUTILS_SCOPE_EXIT({});
}

}  // namespace
