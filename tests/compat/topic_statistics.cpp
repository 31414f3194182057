// SPDX-License-Identifier: Apache-2.0
// Statistics of a subscription's messages, as packages of ROS ask for them.
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "rclcpp/topic_statistics_state.hpp"
#include "statistics_msgs/msg/metrics_message.hpp"
#include "statistics_msgs/msg/statistic_data_type.hpp"
#include "std_msgs/msg/string.hpp"

#include "ros_test.hpp"

using namespace std::chrono_literals;

namespace {

using String = std_msgs::msg::String;
using Metrics = statistics_msgs::msg::MetricsMessage;
using Type = statistics_msgs::msg::StatisticDataType;

class TopicStatistics : public RosTest {
 protected:
  static double value_of(const Metrics& metrics, std::uint8_t type) {
    for (const auto& point : metrics.statistics) {
      if (point.data_type == type) return point.data;
    }
    ADD_FAILURE() << "no statistic of type " << int{type};
    return std::nan("");
  }
};

TEST_F(TopicStatistics, TellAgeAndPeriodOnceAPeriod) {
  auto node = std::make_shared<rclcpp::Node>("watched");
  rclcpp::SubscriptionOptions options;
  options.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
  options.topic_stats_options.publish_topic = "figures";
  options.topic_stats_options.publish_period = 20ms;
  int taken = 0;
  auto heard = node->create_subscription<String>(
      "t", 10, [&](String::ConstSharedPtr) { ++taken; }, options);
  std::vector<Metrics> ages;
  std::vector<Metrics> periods;
  auto figures = node->create_subscription<Metrics>("figures", 10, [&](const Metrics& metrics) {
    if (std::isnan(value_of(metrics, Type::STATISTICS_DATA_TYPE_AVERAGE))) return;
    (metrics.metrics_source == "message_age" ? ages : periods).push_back(metrics);
  });
  auto publisher = node->create_publisher<String>("t", 10);
  auto timer = node->create_wall_timer(2ms, [&] { publisher->publish(String()); });
  ASSERT_TRUE(spin_until({node}, [&] { return ages.size() > 1 && periods.size() > 1; }));
  EXPECT_GT(taken, 0);
  for (const Metrics& metrics : {ages.back(), periods.back()}) {
    EXPECT_EQ(metrics.measurement_source_name, "watched");
    EXPECT_EQ(metrics.unit, "ms");
    EXPECT_GE(value_of(metrics, Type::STATISTICS_DATA_TYPE_SAMPLE_COUNT), 1);
    EXPECT_LE(value_of(metrics, Type::STATISTICS_DATA_TYPE_MINIMUM),
              value_of(metrics, Type::STATISTICS_DATA_TYPE_AVERAGE));
    EXPECT_LE(value_of(metrics, Type::STATISTICS_DATA_TYPE_AVERAGE),
              value_of(metrics, Type::STATISTICS_DATA_TYPE_MAXIMUM));
    EXPECT_GE(value_of(metrics, Type::STATISTICS_DATA_TYPE_STDDEV), 0);
    EXPECT_LT(rclcpp::Time(metrics.window_start), rclcpp::Time(metrics.window_stop));
  }
  EXPECT_EQ(periods.back().metrics_source, "message_period");
  EXPECT_GT(value_of(periods.back(), Type::STATISTICS_DATA_TYPE_AVERAGE), 0);
}

TEST_F(TopicStatistics, AreOffUnlessTheNodeOrTheSubscriptionAsksForThem) {
  auto quiet = std::make_shared<rclcpp::Node>("quiet");
  auto heard = quiet->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  EXPECT_EQ(quiet->count_publishers("/statistics"), 0u);
  auto telling = std::make_shared<rclcpp::Node>(
      "telling", rclcpp::NodeOptions().enable_topic_statistics(true));
  rclcpp::SubscriptionOptions off;
  off.topic_stats_options.state = rclcpp::TopicStatisticsState::Disable;
  auto silent = telling->create_subscription<String>(
      "t", 10, [](String::ConstSharedPtr) {}, off);
  EXPECT_EQ(quiet->count_publishers("/statistics"), 0u);
  auto told = telling->create_subscription<String>("t", 10, [](String::ConstSharedPtr) {});
  EXPECT_TRUE(
      baton::testing::wait_until([&] { return telling->count_publishers("/statistics") == 1; }));
}

TEST_F(TopicStatistics, NeedAPeriod) {
  auto node = std::make_shared<rclcpp::Node>("n");
  rclcpp::SubscriptionOptions options;
  options.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
  options.topic_stats_options.publish_period = 0ms;
  EXPECT_THROW(node->create_subscription<String>(
                   "t", 10, [](String::ConstSharedPtr) {}, options),
               std::invalid_argument);
}

}  // namespace
