// SPDX-License-Identifier: Apache-2.0
// What packages write into ROS's namespace before, and after, they include its headers.
namespace rclcpp {
class Node;
class Time;
namespace node_interfaces {
class NodeBaseInterface;
}
}  // namespace rclcpp

namespace {

/// A class of a package whose header names ROS's classes and includes none of them.
class Follower {
 public:
  explicit Follower(rclcpp::Node& node) : node_(node) {}
  const char* name() const;
  rclcpp::node_interfaces::NodeBaseInterface* base() const;

 private:
  rclcpp::Node& node_;
};

}  // namespace

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>

#include <baton/baton.hpp>
#include <rclcpp/rclcpp.hpp>

#include "ros_test.hpp"

namespace {

const char* Follower::name() const { return node_.get_name(); }

rclcpp::node_interfaces::NodeBaseInterface* Follower::base() const {
  return node_.get_node_base_interface().get();
}

class Namespaces : public RosTest {};

TEST_F(Namespaces, KnowTheNodeThatAHeaderDeclaredBefore) {
  rclcpp::Node node("declared_before");
  const Follower follower(node);
  EXPECT_STREQ(follower.name(), "declared_before");
  EXPECT_EQ(follower.base(), node.get_node_base_interface().get());
}

TEST(TwoNamespaces, NameTheSameClasses) {
  EXPECT_TRUE((std::is_same_v<baton::Node, rclcpp::Node>));
  EXPECT_TRUE((std::is_same_v<baton::node_interfaces::NodeBaseInterface,
                              rclcpp::node_interfaces::NodeBaseInterface>));
  EXPECT_TRUE((std::is_same_v<baton::msg::String, rclcpp::msg::String>));
}

}  // namespace

namespace rclcpp {

/// As packages add functions to ROS's namespace.
inline Duration twice(const Duration& period) { return period + period; }

}  // namespace rclcpp

namespace {

TEST(TwoNamespaces, TakeWhatPackagesAdd) {
  EXPECT_EQ(rclcpp::twice(rclcpp::Duration::from_seconds(1.0)), baton::Duration::from_seconds(2.0));
}

}  // namespace
