// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include <libstatistics_collector/topic_statistics_collector/constants.hpp>
#include <libstatistics_collector/topic_statistics_collector/topic_statistics_collector.hpp>

namespace libstatistics_collector {
namespace topic_statistics_collector {

inline constexpr rcl_time_point_value_t kUninitializedTime = 0;

/// Milliseconds from one message to the next; the first after a start gives none.
template <class T = rmw_message_info_t>
class ReceivedMessagePeriodCollector : public TopicStatisticsCollector<T> {
 public:
  void OnMessageReceived(const T&, const rcl_time_point_value_t now_nanoseconds) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (last_ns_ != kUninitializedTime) {
      const std::chrono::nanoseconds period(now_nanoseconds - last_ns_);
      this->AcceptData(std::chrono::duration<double, std::milli>(period).count());
    }
    last_ns_ = now_nanoseconds;
  }

  std::string GetMetricName() const override {
    return topic_statistics_constants::kMsgPeriodStatName;
  }
  std::string GetMetricUnit() const override {
    return topic_statistics_constants::kMillisecondUnitName;
  }

 protected:
  bool SetupStart() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_ns_ = kUninitializedTime;
    return true;
  }
  bool SetupStop() override { return true; }

 private:
  std::mutex mutex_;
  rcl_time_point_value_t last_ns_ = kUninitializedTime;
};

}  // namespace topic_statistics_collector

using ReceivedMessagePeriodCollector = topic_statistics_collector::ReceivedMessagePeriodCollector<>;

}  // namespace libstatistics_collector
