// SPDX-License-Identifier: Apache-2.0
// What packages write into the namespace of lifecycle nodes, before and behind its headers.
namespace rclcpp_lifecycle {
class State;
class LifecycleNode;
}  // namespace rclcpp_lifecycle

namespace {
const rclcpp_lifecycle::State* declared_before = nullptr;
}  // namespace

#include <gtest/gtest.h>

#include <type_traits>

#include <rclcpp_lifecycle/lifecycle_node.hpp>

namespace rclcpp_lifecycle {
class State;
/// As a package's own function beside the library's.
const char* label_of(const State& state);
const char* label_of(const State& state) { return state.label().empty() ? "none" : "some"; }
}  // namespace rclcpp_lifecycle

namespace {

TEST(LifecycleNamespace, IsThatOfTheClasses) {
  const rclcpp_lifecycle::State state(1, "unconfigured");
  declared_before = &state;
  EXPECT_EQ(declared_before->id(), 1);
  EXPECT_STREQ(label_of(state), "some");
  static_assert(std::is_same_v<rclcpp_lifecycle::State, baton::lifecycle::State>);
  static_assert(std::is_base_of_v<rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface,
                                  rclcpp_lifecycle::LifecycleNode>);
}

}  // namespace
