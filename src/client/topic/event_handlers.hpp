// SPDX-License-Identifier: Apache-2.0
// The handlers of an endpoint's events, one for each kind that has a callback.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include <baton/ros_c/rcl_event.h>
#include <baton/event_handler.hpp>
#include <baton/logging.hpp>

#include "client/topic/endpoint_events.hpp"

namespace baton::client {

inline EventReport report_of(rcl_publisher_event_type_t type) {
  constexpr EventReport kinds[] = {EventReport::deadline, EventReport::liveliness,
                                   EventReport::incompatible_qos, EventReport::incompatible_type,
                                   EventReport::matched};
  return kinds[type];
}

inline EventReport report_of(rcl_subscription_event_type_t type) {
  constexpr EventReport kinds[] = {EventReport::deadline,          EventReport::liveliness,
                                   EventReport::incompatible_qos,  EventReport::message_lost,
                                   EventReport::incompatible_type, EventReport::matched};
  return kinds[type];
}

/// Those up to `last` that have a callback. `events` may be null.
template <class Type>
void make_handlers(const std::shared_ptr<EndpointEvents>& events, Type last,
                   std::unordered_map<Type, std::shared_ptr<EventHandlerBase>>& handlers) {
  if (!events) return;
  for (int number = 0; number <= last; ++number) {
    const Type type = static_cast<Type>(number);
    const EventReport kind = report_of(type);
    if (events->has(kind)) handlers[type] = std::make_shared<EventHandlerBase>(events, kind);
  }
}

/// Warns when there is no handler: an event without a callback in the options is not watched.
template <class Type>
void set_callback(const std::unordered_map<Type, std::shared_ptr<EventHandlerBase>>& handlers,
                  Type type, std::function<void(std::size_t)> callback, const std::string& topic) {
  const auto at = handlers.find(type);
  if (at == handlers.end()) {
    RCLCPP_WARN(get_logger("rclcpp"),
                "'%s': Calling set_on_new_qos_event_callback for non registered event_type: events "
                "are watched that have a callback in the options",
                topic.c_str());
    return;
  }
  if (!callback) {
    throw std::invalid_argument(
        "The callback passed to set_on_new_qos_event_callback is not callable: to have none, clear "
        "it");
  }
  at->second->set_on_ready_callback(
      [callback = std::move(callback)](std::size_t count, int) { callback(count); });
}

template <class Type>
void clear_callback(const std::unordered_map<Type, std::shared_ptr<EventHandlerBase>>& handlers,
                    Type type) {
  const auto at = handlers.find(type);
  if (at != handlers.end()) at->second->clear_on_ready_callback();
}

}  // namespace baton::client
