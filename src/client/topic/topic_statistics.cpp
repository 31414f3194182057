// SPDX-License-Identifier: Apache-2.0
#include <baton/topic_statistics.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <baton/create_publisher.hpp>
#include <baton/create_timer.hpp>
#include <baton/subscription_options.hpp>
#include <baton/time.hpp>
#include <statistics_msgs/msg/metrics_message.hpp>
#include <statistics_msgs/msg/statistic_data_type.hpp>

#include "base/clock.hpp"

namespace rclcpp::detail {
namespace {

using statistics_msgs::msg::MetricsMessage;
using statistics_msgs::msg::StatisticDataType;

/// Welford's sums: no measurement is kept. Not thread-safe.
class Measurements {
 public:
  void add(double value) {
    ++count_;
    const double difference = value - average_;
    average_ += difference / static_cast<double>(count_);
    squares_ += difference * (value - average_);
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }

  void write_to(MetricsMessage& message) const {
    const double none = std::nan("");
    const bool any = count_ > 0;
    const auto count = static_cast<double>(count_);
    const std::pair<std::uint8_t, double> points[] = {
        {StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE, any ? average_ : none},
        {StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM, any ? most_ : none},
        {StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM, any ? least_ : none},
        {StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT, count},
        {StatisticDataType::STATISTICS_DATA_TYPE_STDDEV, any ? std::sqrt(squares_ / count) : none}};
    for (const auto& [type, value] : points) {
      auto& point = message.statistics.emplace_back();
      point.data_type = type;
      point.data = value;
    }
  }

 private:
  std::uint64_t count_ = 0;
  double average_ = 0;
  double squares_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

constexpr double ns_per_ms = 1e6;

class Recorder : public TopicStatistics, public std::enable_shared_from_this<Recorder> {
 public:
  explicit Recorder(std::string node_name)
      : node_name_(std::move(node_name)), window_start_ns_(base::realtime_ns()) {}

  void begin(const TopicStatisticsOptions& options, const CallbackGroup::SharedPtr& group,
             const node_interfaces::NodeBaseInterface::SharedPtr& node) {
    publisher_ = create_publisher<MetricsMessage>(node, options.publish_topic, options.qos);
    node_interfaces::NodeTimersInterface timers(node);
    timer_ = create_wall_timer(
        options.publish_period,
        [weak = weak_from_this()] {
          if (const auto self = weak.lock()) self->publish();
        },
        group, node.get(), &timers);
  }

  void handle_message(const MessageInfo& info) override {
    const std::int64_t now_ns = base::realtime_ns();
    const std::int64_t steady_ns = base::monotonic_ns();
    const std::lock_guard lock(mutex_);
    if (info.source_timestamp_ns > 0) {
      ages_.add(static_cast<double>(now_ns - info.source_timestamp_ns) / ns_per_ms);
    }
    const std::int64_t former_ns = std::exchange(last_ns_, steady_ns);
    if (former_ns != 0) periods_.add(static_cast<double>(steady_ns - former_ns) / ns_per_ms);
  }

 private:
  void publish() {
    Measurements ages;
    Measurements periods;
    const std::int64_t now_ns = base::realtime_ns();
    std::int64_t start_ns = 0;
    {
      const std::lock_guard lock(mutex_);
      ages = std::exchange(ages_, {});
      periods = std::exchange(periods_, {});
      start_ns = std::exchange(window_start_ns_, now_ns);
    }
    tell("message_age", ages, start_ns, now_ns);
    tell("message_period", periods, start_ns, now_ns);
  }

  void tell(const char* metric, const Measurements& measurements, std::int64_t start_ns,
            std::int64_t stop_ns) {
    MetricsMessage message;
    message.measurement_source_name = node_name_;
    message.metrics_source = metric;
    message.unit = "ms";
    message.window_start = Time(start_ns);
    message.window_stop = Time(stop_ns);
    measurements.write_to(message);
    publisher_->publish(message);
  }

  const std::string node_name_;
  Publisher<MetricsMessage>::SharedPtr publisher_;
  TimerBase::SharedPtr timer_;

  std::mutex mutex_;  // covers what follows
  Measurements ages_;
  Measurements periods_;
  std::int64_t last_ns_ = 0;  // CLOCK_MONOTONIC
  std::int64_t window_start_ns_;
};

}  // namespace

bool resolve_enable_topic_statistics(const SubscriptionOptionsBase& options,
                                     const node_interfaces::NodeBaseInterface& node) {
  switch (options.topic_stats_options.state) {
    case TopicStatisticsState::Enable:
      return true;
    case TopicStatisticsState::Disable:
      return false;
    case TopicStatisticsState::NodeDefault:
      return node.get_enable_topic_statistics_default();
  }
  throw std::runtime_error("Unrecognized EnableTopicStatistics value");
}

std::shared_ptr<TopicStatistics> topic_statistics_of(
    const SubscriptionOptionsBase& options,
    const node_interfaces::NodeBaseInterface::SharedPtr& node) {
  if (!resolve_enable_topic_statistics(options, *node)) return nullptr;
  const TopicStatisticsOptions& wanted = options.topic_stats_options;
  if (wanted.publish_period <= std::chrono::milliseconds(0)) {
    throw std::invalid_argument(
        "topic_stats_options.publish_period must be greater than 0, specified value of " +
        std::to_string(wanted.publish_period.count()) + " ms");
  }
  auto made = std::make_shared<Recorder>(node->get_name());
  made->begin(wanted, options.callback_group, node);
  return made;
}

}  // namespace rclcpp::detail
