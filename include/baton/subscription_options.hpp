// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <baton/ros_c/rmw_network_flow.h>
#include <baton/callback_group.hpp>
#include <baton/event_callbacks.hpp>
#include <baton/intra_process_setting.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos_overriding_options.hpp>
#include <baton/topic_statistics.hpp>

namespace rclcpp {

/// Which messages a subscription wants: see docs/qos.md for the expressions.
struct ContentFilterOptions {
  std::string filter_expression;
  std::vector<std::string> expression_parameters;
};

struct SubscriptionOptionsBase {
  using TopicStatisticsOptions = baton::TopicStatisticsOptions;

  SubscriptionEventCallbacks event_callbacks;
  /// Whether an incompatible QoS without a callback of its own is logged.
  bool use_default_callbacks = true;
  /// True: messages of this participant's own publishers are not received.
  bool ignore_local_publications = false;
  /// The callback group; null: the node's default one.
  CallbackGroup::SharedPtr callback_group;
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  /// Accepted for code of rclcpp: what is handed over follows from the callback.
  IntraProcessBufferType intra_process_buffer_type = IntraProcessBufferType::CallbackDefault;
  QosOverridingOptions qos_overriding_options;
  ContentFilterOptions content_filter_options;
  TopicStatisticsOptions topic_stats_options;
  /// Accepted for code of rclcpp: where an endpoint is on the network is not chosen here.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;

  /// Not in rclcpp: how many messages may be held at once before further ones are copied, so that a
  /// subscription that holds many costs only itself. 0 = depth + 8.
  std::size_t pin_quota = 0;

  /// Not in rclcpp: a message with strings or sequences is validated when it is taken from shared
  /// memory. If a publisher's bug has damaged it, the match with that publisher ends, and not this
  /// process. docs/messages.md says what that costs and what it does not cover. False: messages of
  /// this user's other processes are not validated; those of another user always are.
  bool validate_messages = true;
};

/// Messages are read where they were handed over, so there is no allocator to choose.
template <class Allocator = std::allocator<void>>
struct SubscriptionOptionsWithAllocator : SubscriptionOptionsBase {
  SubscriptionOptionsWithAllocator() = default;
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase& base)
      : SubscriptionOptionsBase(base) {}

  /// Kept for the caller; nothing is allocated with it.
  std::shared_ptr<Allocator> allocator;
  std::shared_ptr<Allocator> get_allocator() const {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
};

using SubscriptionOptions = SubscriptionOptionsWithAllocator<>;

}  // namespace rclcpp
