// SPDX-License-Identifier: Apache-2.0
// One narrow header, and what sources of ROS take for granted behind it.
#include "rclcpp/subscription.hpp"

#include <gtest/gtest.h>

namespace {

TEST(NarrowHeaders, OfTheSubscriptionBringTopicsLoggingAndArithmetic) {
  const std::vector<int> numbers = {1, 2, 3};
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 6);
  EXPECT_TRUE(std::isnan(std::nan("")));
  EXPECT_EQ(rclcpp::expand_topic_or_service_name("chatter", "node", "/ns"), "/ns/chatter");
  rclcpp::PublisherOptions publisher;
  rclcpp::SubscriptionOptions subscription;
  subscription.use_intra_process_comm = publisher.use_intra_process_comm;
  rclcpp::SerializedMessage serialized;
  rclcpp::MessageInfo info;
  RCLCPP_DEBUG(rclcpp::get_logger("narrow"), "%zu", serialized.size());
  std::variant<int, std::string> either = 1;
  EXPECT_EQ(either.index(), 0u);
  EXPECT_EQ(rmw::impl::cpp::demangle(numbers), "std::vector<int, std::allocator<int> >");
  EXPECT_EQ(abi::__cxa_current_exception_type(), nullptr);
  EXPECT_FALSE(info.get_rmw_message_info().from_intra_process);
}

}  // namespace
