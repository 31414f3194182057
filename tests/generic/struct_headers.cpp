// SPDX-License-Identifier: Apache-2.0
// Sources that include a type's detail/..__struct.hpp and nothing else of it.
#include <gtest/gtest.h>

#include <std_msgs/msg/detail/header__struct.hpp>
#include <std_srvs/srv/detail/set_bool__struct.hpp>

#include "rclcpp/rclcpp.hpp"
#include "testing/isolation.hpp"

namespace baton::generic {
namespace {

class StructHeaders : public testing::IsolatedTest {};

TEST_F(StructHeaders, AreEnoughForEveryEntity) {
  const auto context = std::make_shared<Context>(ContextOptions{});
  const auto node =
      std::make_shared<rclcpp::Node>("struct_headers", rclcpp::NodeOptions().context(context));
  const auto publisher = node->create_publisher<std_msgs::msg::Header>("headers", 1);
  const auto client = node->create_client<std_srvs::srv::SetBool>("switch");
  EXPECT_STREQ(publisher->get_topic_name(), "/headers");
  EXPECT_STREQ(client->get_service_name(), "/switch");
}

}  // namespace
}  // namespace baton::generic
