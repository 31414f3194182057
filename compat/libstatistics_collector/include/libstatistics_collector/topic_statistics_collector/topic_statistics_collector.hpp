// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include <rcl/time.h>
#include <rmw/types.h>

#include <libstatistics_collector/collector/collector.hpp>

namespace libstatistics_collector {
namespace topic_statistics_collector {

/// Measures something of each message that is received. T is what it is told of one: what the
/// middleware says of it or, as until Iron, the message.
template <class T = rmw_message_info_t>
class TopicStatisticsCollector : public collector::Collector {
 public:
  virtual void OnMessageReceived(const T& received,
                                 const rcl_time_point_value_t now_nanoseconds) = 0;
};

}  // namespace topic_statistics_collector

using TopicStatisticsCollector = topic_statistics_collector::TopicStatisticsCollector<>;

}  // namespace libstatistics_collector
