// SPDX-License-Identifier: Apache-2.0
// What endpoints tell about promises of quality of service, under rclcpp's names.
#pragma once

#include <cstdint>
#include <functional>

#include <baton/ros_c/rmw_events.h>
#include <baton/namespaces.hpp>

namespace rclcpp {

using QOSDeadlineRequestedInfo = rmw_requested_deadline_missed_status_t;
using QOSDeadlineOfferedInfo = rmw_offered_deadline_missed_status_t;
using QOSLivelinessChangedInfo = rmw_liveliness_changed_status_t;
using QOSLivelinessLostInfo = rmw_liveliness_lost_status_t;
using QOSMessageLostInfo = rmw_message_lost_status_t;
using QOSOfferedIncompatibleQoSInfo = rmw_offered_qos_incompatible_event_status_t;
using QOSRequestedIncompatibleQoSInfo = rmw_requested_qos_incompatible_event_status_t;
using IncompatibleTypeInfo = rmw_incompatible_type_status_t;
using MatchedInfo = rmw_matched_status_t;

/// The executor of the endpoint's callback group calls these. An event without a callback is not
/// watched.
struct PublisherEventCallbacks {
  std::function<void(QOSDeadlineOfferedInfo&)> deadline_callback;
  std::function<void(QOSLivelinessLostInfo&)> liveliness_callback;
  std::function<void(QOSOfferedIncompatibleQoSInfo&)> incompatible_qos_callback;
  std::function<void(IncompatibleTypeInfo&)> incompatible_type_callback;
  std::function<void(MatchedInfo&)> matched_callback;
};

struct SubscriptionEventCallbacks {
  std::function<void(QOSDeadlineRequestedInfo&)> deadline_callback;
  std::function<void(QOSLivelinessChangedInfo&)> liveliness_callback;
  std::function<void(QOSRequestedIncompatibleQoSInfo&)> incompatible_qos_callback;
  std::function<void(IncompatibleTypeInfo&)> incompatible_type_callback;
  std::function<void(QOSMessageLostInfo&)> message_lost_callback;
  std::function<void(MatchedInfo&)> matched_callback;
};

}  // namespace rclcpp
