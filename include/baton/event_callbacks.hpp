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

using QOSDeadlineRequestedCallbackType = std::function<void(QOSDeadlineRequestedInfo&)>;
using QOSDeadlineOfferedCallbackType = std::function<void(QOSDeadlineOfferedInfo&)>;
using QOSLivelinessChangedCallbackType = std::function<void(QOSLivelinessChangedInfo&)>;
using QOSLivelinessLostCallbackType = std::function<void(QOSLivelinessLostInfo&)>;
using QOSMessageLostCallbackType = std::function<void(QOSMessageLostInfo&)>;
using QOSOfferedIncompatibleQoSCallbackType = std::function<void(QOSOfferedIncompatibleQoSInfo&)>;
using QOSRequestedIncompatibleQoSCallbackType =
    std::function<void(QOSRequestedIncompatibleQoSInfo&)>;
using IncompatibleTypeCallbackType = std::function<void(IncompatibleTypeInfo&)>;
using PublisherMatchedCallbackType = std::function<void(MatchedInfo&)>;
using SubscriptionMatchedCallbackType = std::function<void(MatchedInfo&)>;

/// The executor of the endpoint's callback group calls these. An event without a callback is not
/// watched.
struct PublisherEventCallbacks {
  QOSDeadlineOfferedCallbackType deadline_callback;
  QOSLivelinessLostCallbackType liveliness_callback;
  QOSOfferedIncompatibleQoSCallbackType incompatible_qos_callback;
  IncompatibleTypeCallbackType incompatible_type_callback;
  PublisherMatchedCallbackType matched_callback;
};

struct SubscriptionEventCallbacks {
  QOSDeadlineRequestedCallbackType deadline_callback;
  QOSLivelinessChangedCallbackType liveliness_callback;
  QOSRequestedIncompatibleQoSCallbackType incompatible_qos_callback;
  QOSMessageLostCallbackType message_lost_callback;
  IncompatibleTypeCallbackType incompatible_type_callback;
  SubscriptionMatchedCallbackType matched_callback;
};

}  // namespace rclcpp
