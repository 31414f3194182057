// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <rmw/types.h>
#include <libstatistics_collector/collector/generate_statistics_message.hpp>
#include <libstatistics_collector/moving_average_statistics/types.hpp>
#include <libstatistics_collector/topic_statistics_collector/constants.hpp>
#include <libstatistics_collector/topic_statistics_collector/received_message_age.hpp>
#include <libstatistics_collector/topic_statistics_collector/received_message_period.hpp>
#include <rclcpp/publisher.hpp>
#include <rclcpp/time.hpp>
#include <rclcpp/timer.hpp>
#include <statistics_msgs/msg/metrics_message.hpp>

namespace rclcpp::topic_statistics {

constexpr const char kDefaultPublishTopicName[] = "/statistics";
constexpr const std::chrono::milliseconds kDefaultPublishingPeriod{std::chrono::seconds(1)};

using libstatistics_collector::collector::GenerateStatisticMessage;
using libstatistics_collector::moving_average_statistics::StatisticData;
using statistics_msgs::msg::MetricsMessage;

/// Age and period of messages, for code that measures by itself: a subscription whose options ask
/// for statistics does without it. Thread safety: all members but set_publisher_timer().
class SubscriptionTopicStatistics {
 public:
  /// Throws std::invalid_argument for a null pointer.
  SubscriptionTopicStatistics(const std::string& node_name,
                              Publisher<MetricsMessage>::SharedPtr publisher)
      : node_name_(node_name), publisher_(std::move(publisher)), window_start_(now()) {
    if (!publisher_) throw std::invalid_argument("publisher pointer is nullptr");
    collectors_.push_back(std::make_unique<libstatistics_collector::ReceivedMessageAgeCollector>());
    collectors_.push_back(
        std::make_unique<libstatistics_collector::ReceivedMessagePeriodCollector>());
    for (const auto& collector : collectors_) collector->Start();
  }
  virtual ~SubscriptionTopicStatistics() {
    if (timer_) timer_->cancel();
  }

  /// Measures a message that came at that time.
  virtual void handle_message(const rmw_message_info_t& message_info,
                              const Time now_nanoseconds) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& collector : collectors_) {
      collector->OnMessageReceived(message_info, now_nanoseconds.nanoseconds());
    }
  }

  /// The timer ends with this.
  void set_publisher_timer(TimerBase::SharedPtr publisher_timer) {
    timer_ = std::move(publisher_timer);
  }

  /// One message for each kind of measurement; the next ones begin anew.
  virtual void publish_message_and_reset_measurements() {
    std::vector<MetricsMessage> messages;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const Time end = now();
      for (const auto& collector : collectors_) {
        messages.push_back(GenerateStatisticMessage(node_name_, collector->GetMetricName(),
                                                    collector->GetMetricUnit(), window_start_, end,
                                                    collector->GetStatisticsResults()));
        collector->ClearCurrentMeasurements();
      }
      window_start_ = end;
    }
    for (const auto& message : messages) publisher_->publish(message);
  }

 protected:
  std::vector<StatisticData> get_current_collector_data() const {
    std::vector<StatisticData> data;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& collector : collectors_) data.push_back(collector->GetStatisticsResults());
    return data;
  }

 private:
  using Collector = libstatistics_collector::TopicStatisticsCollector;

  static Time now() {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return Time(std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count());
  }

  const std::string node_name_;
  const Publisher<MetricsMessage>::SharedPtr publisher_;
  TimerBase::SharedPtr timer_;

  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::unique_ptr<Collector>> collectors_;
  Time window_start_;
};

}  // namespace rclcpp::topic_statistics
