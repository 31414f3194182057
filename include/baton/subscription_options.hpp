// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <baton/callback_group.hpp>
#include <baton/event_callbacks.hpp>
#include <baton/intra_process_setting.hpp>
#include <baton/qos_overriding_options.hpp>

namespace baton {

/// Which messages a subscription wants: see docs/qos.md for the expressions.
struct ContentFilterOptions {
  std::string filter_expression;
  std::vector<std::string> expression_parameters;
};

struct SubscriptionOptionsBase {
  SubscriptionEventCallbacks event_callbacks;
  /// Whether an incompatible QoS without a callback of its own is logged.
  bool use_default_callbacks = true;
  /// Not what this participant itself publishes.
  bool ignore_local_publications = false;
  /// The node's default group if there is none.
  CallbackGroup::SharedPtr callback_group;
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  QosOverridingOptions qos_overriding_options;
  ContentFilterOptions content_filter_options;

  /// Not in rclcpp: messages held at once before further ones are copied, so that a hoarder costs only
  /// itself; 0 = depth + 8.
  std::size_t pin_quota = 0;
};

/// Messages are read where they were handed over, so there is no allocator to choose.
template <class Allocator = std::allocator<void>>
struct SubscriptionOptionsWithAllocator : SubscriptionOptionsBase {
  SubscriptionOptionsWithAllocator() = default;
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase& base)
      : SubscriptionOptionsBase(base) {}
};

using SubscriptionOptions = SubscriptionOptionsWithAllocator<>;

}  // namespace baton
