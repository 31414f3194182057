// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <builtin_interfaces/msg/time.hpp>

#include <libstatistics_collector/topic_statistics_collector/constants.hpp>
#include <libstatistics_collector/topic_statistics_collector/topic_statistics_collector.hpp>

namespace libstatistics_collector {
namespace topic_statistics_collector {

template <class M, class = void>
struct HasHeader : std::false_type {};
template <class M>
struct HasHeader<
    M, std::enable_if_t<std::is_same_v<decltype(M().header.stamp), builtin_interfaces::msg::Time>>>
    : std::true_type {};

/// Whether a message has a stamp, and its nanoseconds. Packages specialize it for their types.
template <class M, class = void>
struct TimeStamp {
  static std::pair<bool, std::int64_t> value(const M& message) {
    if constexpr (HasHeader<M>::value) {
      const auto& stamp = message.header.stamp;
      return {true, RCL_S_TO_NS(std::int64_t{stamp.sec}) + stamp.nanosec};
    } else {
      (void)message;
      return {false, 0};
    }
  }
};

/// Milliseconds from when a message was published to when it was received. Messages without a time
/// are left out.
template <class T = rmw_message_info_t>
class ReceivedMessageAgeCollector : public TopicStatisticsCollector<T> {
 public:
  void OnMessageReceived(const T& received, const rcl_time_point_value_t now_nanoseconds) override {
    std::int64_t published = 0;
    if constexpr (std::is_same_v<T, rmw_message_info_t>) {
      published = received.source_timestamp;
    } else {
      published = TimeStamp<T>::value(received).second;
    }
    if (published == 0 || now_nanoseconds == 0) return;
    const std::chrono::nanoseconds age(now_nanoseconds - published);
    this->AcceptData(std::chrono::duration<double, std::milli>(age).count());
  }

  std::string GetMetricName() const override { return topic_statistics_constants::kMsgAgeStatName; }
  std::string GetMetricUnit() const override {
    return topic_statistics_constants::kMillisecondUnitName;
  }

 protected:
  bool SetupStart() override { return true; }
  bool SetupStop() override { return true; }
};

}  // namespace topic_statistics_collector

using ReceivedMessageAgeCollector = topic_statistics_collector::ReceivedMessageAgeCollector<>;

}  // namespace libstatistics_collector
