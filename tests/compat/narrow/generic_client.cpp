// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/generic_client.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfTheGenericClientBringIntrospectionAndTheClient) {
  const rosidl_typesupport_introspection_cpp::MessageMembers* members = nullptr;
  EXPECT_EQ(members, nullptr);
  const rclcpp::ClientBase::SharedPtr client;
  EXPECT_EQ(client, nullptr);
  EXPECT_NE(rosidl_runtime_cpp::MessageInitialization::ZERO,
            rosidl_runtime_cpp::MessageInitialization::ALL);
}

}  // namespace
