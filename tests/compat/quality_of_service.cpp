// SPDX-License-Identifier: Apache-2.0
// Quality of service, its events and its overrides, as ROS packages spell them.
#include <string>
#include <vector>

#include "rclcpp/event_handler.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/qos_overriding_options.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/types.h"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

class QualityOfService : public RosTest {};

TEST_F(QualityOfService, IsWrittenInEveryWay) {
  auto latched = rclcpp::QoS(rclcpp::KeepLast(7)).reliable().transient_local();
  EXPECT_EQ(latched.get_rmw_qos_profile().depth, 7u);
  EXPECT_EQ(latched.get_rmw_qos_profile().durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  rclcpp::QoS all{rclcpp::KeepAll()};
  EXPECT_EQ(all.history(), rclcpp::HistoryPolicy::KeepAll);
  auto qos = rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(rmw_qos_profile_sensor_data),
                         rmw_qos_profile_sensor_data);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(qos, rclcpp::SensorDataQoS());
  qos.deadline(100ms).lifespan(rclcpp::Duration(1, 0)).liveliness_lease_duration(2s);
  EXPECT_EQ(qos.deadline(), rclcpp::Duration::from_seconds(0.1));
  EXPECT_EQ(qos.lifespan().seconds(), 1.0);
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.depth = 3;
  EXPECT_EQ(rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(profile), profile).depth(), 3u);
  rclcpp::QoS depth_only = 10;
  EXPECT_EQ(depth_only, rclcpp::ServicesQoS());
}

TEST_F(QualityOfService, OfAPublisherReachesSubscriptionsThatComeLate) {
  auto node = std::make_shared<rclcpp::Node>("latched");
  auto publisher = node->create_publisher<std_msgs::msg::String>(
      "map", rclcpp::QoS(1).transient_local().reliable());
  std_msgs::msg::String map;
  map.data = "map";
  publisher->publish(map);
  std::string heard;
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "map", rclcpp::QoS(rclcpp::KeepLast(1)).transient_local(),
      [&](const std_msgs::msg::String& msg) { heard = msg.data; });
  EXPECT_TRUE(spin_until({node}, [&] { return heard == "map"; }));
}

TEST_F(QualityOfService, ThatDoesNotFitIsTold) {
  auto node = std::make_shared<rclcpp::Node>("events");
  int offered = 0, requested = 0;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.incompatible_qos_callback =
      [&](rclcpp::QOSOfferedIncompatibleQoSInfo& event) {
        if (event.last_policy_kind == RMW_QOS_POLICY_RELIABILITY) ++offered;
      };
  rclcpp::SubscriptionOptions subscription_options;
  subscription_options.event_callbacks.incompatible_qos_callback =
      [&](rclcpp::QOSRequestedIncompatibleQoSInfo& event) {
        if (rclcpp::qos_policy_name_from_kind(event.last_policy_kind) == "RELIABILITY_QOS_POLICY") {
          ++requested;
        }
      };
  auto publisher = node->create_publisher<std_msgs::msg::String>(
      "topic", rclcpp::QoS(10).best_effort(), publisher_options);
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", rclcpp::QoS(10).reliable(), [](std_msgs::msg::String::ConstSharedPtr) {},
      subscription_options);
  EXPECT_TRUE(spin_until({node}, [&] { return offered == 1 && requested == 1; }));
}

TEST_F(QualityOfService, EventsTellOfMatches) {
  auto node = std::make_shared<rclcpp::Node>("matched");
  std::size_t current = 0;
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo& info) {
    current = info.current_count;
  };
  auto publisher = node->create_publisher<std_msgs::msg::String>("topic", 10, options);
  auto subscription = node->create_subscription<std_msgs::msg::String>(
      "topic", 10, [](const std_msgs::msg::String&) {});
  EXPECT_TRUE(spin_until({node}, [&] { return current == 1; }));
  subscription.reset();
  EXPECT_TRUE(spin_until({node}, [&] { return current == 0; }));
}

TEST_F(QualityOfService, IsOverriddenByParameters) {
  auto node = std::make_shared<rclcpp::Node>(
      "overridden",
      rclcpp::NodeOptions().parameter_overrides({{"qos_overrides./scan.publisher.depth", 3}}));
  rclcpp::PublisherOptions options;
  options.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  auto publisher = node->create_publisher<std_msgs::msg::String>("/scan", 10, options);
  EXPECT_EQ(publisher->get_actual_qos().depth(), 3u);
}

TEST_F(QualityOfService, FiltersByContent) {
  auto node = std::make_shared<rclcpp::Node>("filter");
  std::vector<int> heard;
  rclcpp::SubscriptionOptions options;
  options.content_filter_options.filter_expression = "data < %0 OR data > %1";
  options.content_filter_options.expression_parameters = {"1", "4"};
  auto subscription = node->create_subscription<std_msgs::msg::Int32>(
      "topic", 10, [&](const std_msgs::msg::Int32& msg) { heard.push_back(msg.data); }, options);
  EXPECT_TRUE(subscription->is_cft_enabled());
  auto publisher = node->create_publisher<std_msgs::msg::Int32>("topic", 10);
  ASSERT_TRUE(spin_until({node}, [&] { return publisher->get_subscription_count() == 1; }));
  for (int i = 0; i < 7; ++i) publisher->publish(std_msgs::build<std_msgs::msg::Int32>().data(i));
  EXPECT_TRUE(spin_until({node}, [&] { return heard.size() == 3; }));
  EXPECT_THAT(heard, testing::ElementsAre(0, 5, 6));
  subscription->set_content_filter("");
  EXPECT_FALSE(subscription->is_cft_enabled());
}

}  // namespace
