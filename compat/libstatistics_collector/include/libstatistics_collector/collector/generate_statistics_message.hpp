// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <builtin_interfaces/msg/time.hpp>
#include <statistics_msgs/msg/metrics_message.hpp>
#include <statistics_msgs/msg/statistic_data_type.hpp>

#include <libstatistics_collector/moving_average_statistics/types.hpp>

namespace libstatistics_collector::collector {

/// Average, maximum, minimum, number and standard deviation, in this order.
inline statistics_msgs::msg::MetricsMessage GenerateStatisticMessage(
    const std::string& node_name, const std::string& metric_name, const std::string& unit,
    const builtin_interfaces::msg::Time window_start,
    const builtin_interfaces::msg::Time window_stop,
    const moving_average_statistics::StatisticData& data) {
  using Type = statistics_msgs::msg::StatisticDataType;
  statistics_msgs::msg::MetricsMessage message;
  message.measurement_source_name = node_name;
  message.metrics_source = metric_name;
  message.unit = unit;
  message.window_start = window_start;
  message.window_stop = window_stop;
  for (const auto& [type, value] :
       {std::pair{Type::STATISTICS_DATA_TYPE_AVERAGE, data.average},
        {Type::STATISTICS_DATA_TYPE_MAXIMUM, data.max},
        {Type::STATISTICS_DATA_TYPE_MINIMUM, data.min},
        {Type::STATISTICS_DATA_TYPE_SAMPLE_COUNT, static_cast<double>(data.sample_count)},
        {Type::STATISTICS_DATA_TYPE_STDDEV, data.standard_deviation}}) {
    auto& point = message.statistics.emplace_back();
    point.data_type = type;
    point.data = value;
  }
  return message;
}

}  // namespace libstatistics_collector::collector
