// SPDX-License-Identifier: Apache-2.0
// A generated header under the name of its C twin, and the names that come with it.
#include <geometry_msgs/msg/point.h>

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

TEST(GeneratedHeaders, OfCAreThoseOfCppAndBringTheNamesOfTheRuntime) {
  const geometry_msgs::msg::Point zero(rosidl_runtime_cpp::MessageInitialization::ZERO);
  EXPECT_EQ(zero, geometry_msgs::msg::Point());
  rosidl_runtime_cpp::BoundedVector<int, 2> bounded = {1, 2};
  EXPECT_THROW(bounded.push_back(3), std::length_error);
}

}  // namespace
