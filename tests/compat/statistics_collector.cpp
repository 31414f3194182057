// SPDX-License-Identifier: Apache-2.0
// libstatistics_collector, as nodes that measure use it.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "libstatistics_collector/collector/generate_statistics_message.hpp"
#include "libstatistics_collector/topic_statistics_collector/received_message_age.hpp"
#include "libstatistics_collector/topic_statistics_collector/received_message_period.hpp"
#include "sensor_msgs/msg/temperature.hpp"

namespace {

namespace statistics = libstatistics_collector;
using statistics::moving_average_statistics::MovingAverageStatistics;
using statistics::moving_average_statistics::StatisticData;

TEST(StatisticsCollector, AveragesWhatItIsGiven) {
  MovingAverageStatistics measured;
  EXPECT_TRUE(std::isnan(measured.Average()) && std::isnan(measured.Max()));
  for (const double value : {-2.0, -4.0, std::nan(""), -4.0, -4.0, -5.0, -5.0, -7.0, -9.0}) {
    measured.AddMeasurement(value);
  }
  EXPECT_EQ(measured.GetCount(), 8u);
  EXPECT_DOUBLE_EQ(measured.Average(), -5.0);
  EXPECT_DOUBLE_EQ(measured.StandardDeviation(), 2.0);
  EXPECT_EQ(measured.Min(), -9.0);
  EXPECT_EQ(measured.Max(), -2.0);
  EXPECT_EQ(StatisticsDataToString(measured.GetStatistics()),
            "avg=-5.000000, min=-9.000000, max=-2.000000, std_dev=2.000000, count=8");
  measured.Reset();
  EXPECT_EQ(measured.GetCount(), 0u);
  EXPECT_TRUE(std::isnan(measured.StandardDeviation()));
}

TEST(StatisticsCollector, KeepsItsDigitsFarFromZero) {
  MovingAverageStatistics measured;
  for (const double value : {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) measured.AddMeasurement(value);
  EXPECT_DOUBLE_EQ(measured.StandardDeviation(), std::sqrt(22.5));
}

class Voltage : public statistics::collector::Collector {
 public:
  std::string GetMetricName() const override { return "voltage"; }
  std::string GetMetricUnit() const override { return "V"; }
  bool can_start = true;

 private:
  bool SetupStart() override { return can_start; }
  bool SetupStop() override { return true; }
};

TEST(StatisticsCollector, StartsOnceAndForgetsWhenItStops) {
  Voltage voltage;
  EXPECT_FALSE(voltage.Stop());
  EXPECT_TRUE(voltage.Start());
  EXPECT_FALSE(voltage.Start());
  voltage.AcceptData(12);
  EXPECT_THAT(voltage.GetStatusString(), testing::StartsWith("started=true, avg=12.000000, min="));
  EXPECT_TRUE(voltage.Stop());
  EXPECT_FALSE(voltage.IsStarted());
  EXPECT_EQ(voltage.GetStatisticsResults().sample_count, 0u);
  voltage.can_start = false;
  EXPECT_FALSE(voltage.Start());
}

TEST(StatisticsCollector, MeasuresAgeAndPeriodOfMessages) {
  constexpr rcl_time_point_value_t ms = 1'000'000;
  rmw_message_info_t info{};
  statistics::ReceivedMessageAgeCollector age;
  age.OnMessageReceived(info, 100 * ms);
  EXPECT_EQ(age.GetStatisticsResults().sample_count, 0u);
  info.source_timestamp = 90 * ms;
  age.OnMessageReceived(info, 100 * ms);
  EXPECT_DOUBLE_EQ(age.GetStatisticsResults().average, 10.0);
  EXPECT_EQ(age.GetMetricName() + age.GetMetricUnit(), "message_agems");

  statistics::ReceivedMessagePeriodCollector period;
  EXPECT_TRUE(period.Start());
  for (const rcl_time_point_value_t now : {10 * ms, 20 * ms, 40 * ms}) {
    period.OnMessageReceived(info, now);
  }
  EXPECT_DOUBLE_EQ(period.GetStatisticsResults().average, 15.0);
  EXPECT_EQ(period.GetMetricName(), "message_period");
  EXPECT_TRUE(period.Stop() && period.Start());
  period.OnMessageReceived(info, 90 * ms);
  EXPECT_EQ(period.GetStatisticsResults().sample_count, 0u);
}

TEST(StatisticsCollector, TakesTheStampOfAMessageAsUntilIron) {
  using sensor_msgs::msg::Temperature;
  using statistics::topic_statistics_collector::ReceivedMessageAgeCollector;
  Temperature message;
  message.header.stamp.sec = 1;
  message.header.stamp.nanosec = 500'000'000;
  ReceivedMessageAgeCollector<Temperature> age;
  age.OnMessageReceived(message, 2'000'000'000);
  EXPECT_DOUBLE_EQ(age.GetStatisticsResults().average, 500.0);
  ReceivedMessageAgeCollector<std_msgs::msg::Header> without;
  without.OnMessageReceived(message.header, 2'000'000'000);
  EXPECT_EQ(without.GetStatisticsResults().sample_count, 0u);
}

TEST(StatisticsCollector, MakesAMessageOfFiveNumbers) {
  builtin_interfaces::msg::Time start, stop;
  stop.sec = 5;
  const StatisticData data{1, 2, 3, 4, 5};
  const auto message =
      statistics::collector::GenerateStatisticMessage("node", "age", "ms", start, stop, data);
  EXPECT_EQ(message.measurement_source_name, "node");
  EXPECT_EQ(message.metrics_source, "age");
  EXPECT_EQ(message.unit, "ms");
  EXPECT_EQ(message.window_stop, stop);
  std::vector<std::pair<int, double>> points;
  for (const auto& point : message.statistics) points.emplace_back(point.data_type, point.data);
  using Type = statistics_msgs::msg::StatisticDataType;
  using testing::Pair;
  EXPECT_THAT(points, testing::ElementsAre(Pair(Type::STATISTICS_DATA_TYPE_AVERAGE, 1.0),
                                           Pair(Type::STATISTICS_DATA_TYPE_MAXIMUM, 3.0),
                                           Pair(Type::STATISTICS_DATA_TYPE_MINIMUM, 2.0),
                                           Pair(Type::STATISTICS_DATA_TYPE_SAMPLE_COUNT, 5.0),
                                           Pair(Type::STATISTICS_DATA_TYPE_STDDEV, 4.0)));
}

}  // namespace
