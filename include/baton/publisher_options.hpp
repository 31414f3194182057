// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include <baton/ros_c/rmw_network_flow.h>
#include <baton/callback_group.hpp>
#include <baton/event_callbacks.hpp>
#include <baton/intra_process_setting.hpp>
#include <baton/namespaces.hpp>
#include <baton/qos_overriding_options.hpp>

namespace rclcpp {

struct PublisherOptionsBase {
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  PublisherEventCallbacks event_callbacks;
  /// Whether an incompatible QoS without a callback of its own is logged.
  bool use_default_callbacks = true;
  /// The group of the event callbacks; null: the node's default group.
  CallbackGroup::SharedPtr callback_group;
  QosOverridingOptions qos_overriding_options;
  /// Accepted for code of rclcpp: where an endpoint is on the network is not chosen here.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;

  /// Not in rclcpp: the pool may grow to max(floor, 32 of the largest message), but not above the
  /// ceiling; what outgrew its chunk counts, too. Nothing is committed before it is needed. The
  /// ceiling is lower where the type or the machine needs or allows no more
  /// (docs/memory_layout.md).
  std::size_t pool_floor_bytes = std::size_t{64} << 20;
  std::size_t pool_ceiling_bytes = std::size_t{1} << 30;
};

/// Messages are allocated where they are handed over, so there is no allocator to choose.
template <class Allocator = std::allocator<void>>
struct PublisherOptionsWithAllocator : PublisherOptionsBase {
  PublisherOptionsWithAllocator() = default;
  explicit PublisherOptionsWithAllocator(const PublisherOptionsBase& base)
      : PublisherOptionsBase(base) {}

  /// Kept for the caller; nothing is allocated with it.
  std::shared_ptr<Allocator> allocator;
  std::shared_ptr<Allocator> get_allocator() const {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
};

using PublisherOptions = PublisherOptionsWithAllocator<>;

}  // namespace rclcpp
