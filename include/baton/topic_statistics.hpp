// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <baton/message_copies.hpp>
#include <baton/message_info.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

struct SubscriptionOptionsBase;
namespace node_interfaces {
class NodeBaseInterface;
}

enum class TopicStatisticsState {
  Enable,
  Disable,
  NodeDefault,  ///< as NodeOptions::enable_topic_statistics() says
};

/// Whether a subscription tells how old its messages are and how often they come.
struct TopicStatisticsOptions {
  TopicStatisticsState state = TopicStatisticsState::NodeDefault;
  /// Where statistics_msgs::msg::MetricsMessage is published.
  std::string publish_topic = "/statistics";
  std::chrono::milliseconds publish_period{std::chrono::seconds(1)};
  QoS qos = SystemDefaultsQoS().keep_last(10);
};

namespace detail {

/// Measures the messages of one subscription. An executor of the subscription's group publishes
/// age and period once per publish_period, in milliseconds, each with average, maximum, minimum,
/// number and standard deviation since the last time. Thread safety: all members.
class BATON_PUBLIC TopicStatistics {
 public:
  virtual ~TopicStatistics() = default;
  /// Called for each message, before its callback.
  virtual void handle_message(const MessageInfo& info) = 0;
};

/// Throws std::runtime_error for an unknown state.
BATON_PUBLIC bool resolve_enable_topic_statistics(const SubscriptionOptionsBase& options,
                                                  const node_interfaces::NodeBaseInterface& node);

/// Null if they are off. Throws std::invalid_argument for a period that is not positive.
BATON_PUBLIC std::shared_ptr<TopicStatistics> topic_statistics_of(
    const SubscriptionOptionsBase& options,
    const std::shared_ptr<node_interfaces::NodeBaseInterface>& node);

/// The callback with its messages measured.
template <class Sample>
std::function<void(Sample&&)> measured(std::function<void(Sample&&)> call,
                                       std::shared_ptr<TopicStatistics> statistics) {
  return [call = std::move(call), statistics = std::move(statistics)](Sample&& sample) {
    statistics->handle_message(sample.info());
    call(std::move(sample));
  };
}
template <class M>
AdaptedCallback<M> measured(const AdaptedCallback<M>& call,
                            std::shared_ptr<TopicStatistics> statistics) {
  std::function<void(Sample<M> &&)> plain = call;
  return AdaptedCallback<M>(measured(std::move(plain), std::move(statistics)), call.copies());
}

}  // namespace detail
}  // namespace rclcpp
