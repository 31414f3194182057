// SPDX-License-Identifier: Apache-2.0
// Endpoints of the graph that C code of ROS describes.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "rclcpp/node_interfaces/node_graph_interface.hpp"

namespace {

TEST(TopicEndpointInfos, AreMadeOfTheirFormInC) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  const rclcpp::QoS qos = rclcpp::QoS(7).best_effort().transient_local();
  const std::uint8_t gid[] = {1, 2, 3};
  rosidl_type_hash_t hash = {};
  hash.version = 1;
  rcl_topic_endpoint_info_t info = rmw_get_zero_initialized_topic_endpoint_info();
  ASSERT_EQ(rmw_topic_endpoint_info_set_node_name(&info, "another", &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_node_name(&info, "camera", &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_node_namespace(&info, "/front", &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_topic_type(&info, "a/msg/B", &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_topic_type_hash(&info, &hash), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_endpoint_type(&info, RMW_ENDPOINT_SUBSCRIPTION),
            RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_gid(&info, gid, sizeof gid), RMW_RET_OK);
  ASSERT_EQ(rmw_topic_endpoint_info_set_qos_profile(&info, &qos.get_rmw_qos_profile()), RMW_RET_OK);

  const rclcpp::TopicEndpointInfo endpoint(info);
  EXPECT_EQ(rmw_topic_endpoint_info_fini(&info, &allocator), RMW_RET_OK);
  EXPECT_EQ(info.node_name, nullptr);
  EXPECT_EQ(endpoint.node_name(), "camera");
  EXPECT_EQ(endpoint.node_namespace(), "/front");
  EXPECT_EQ(endpoint.topic_type(), "a/msg/B");
  EXPECT_EQ(endpoint.topic_type_hash().version, 1);
  EXPECT_EQ(endpoint.endpoint_type(), rclcpp::EndpointType::Subscription);
  EXPECT_EQ(endpoint.endpoint_gid()[2], 3);
  EXPECT_EQ(endpoint.endpoint_gid()[3], 0);
  EXPECT_EQ(endpoint.qos_profile(), qos);
}

TEST(TopicEndpointInfos, OfCThatAreIncompleteAreEmptyOrRefused) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  rcl_topic_endpoint_info_t info = rmw_get_zero_initialized_topic_endpoint_info();
  const rclcpp::TopicEndpointInfo endpoint(info);
  EXPECT_EQ(endpoint.node_name(), "");
  EXPECT_EQ(endpoint.endpoint_type(), rclcpp::EndpointType::Invalid);
  EXPECT_EQ(rmw_topic_endpoint_info_set_node_name(nullptr, "name", &allocator),
            RMW_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rmw_topic_endpoint_info_set_node_name(&info, nullptr, &allocator),
            RMW_RET_INVALID_ARGUMENT);
  const std::uint8_t long_gid[RMW_GID_STORAGE_SIZE + 1] = {};
  EXPECT_EQ(rmw_topic_endpoint_info_set_gid(&info, long_gid, sizeof long_gid),
            RMW_RET_INVALID_ARGUMENT);
}

}  // namespace
