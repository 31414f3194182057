// SPDX-License-Identifier: Apache-2.0
#include "client/topic/refusal_log.hpp"

#include <utility>

#include "client/context/context_state.hpp"
#include "client/context/report_event.hpp"

namespace baton::client {

namespace {

/// "DURABILITY_QOS_POLICY"
std::string ros_name_of(std::string policy) {
  for (char& letter : policy) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return policy + "_QOS_POLICY";
}

}  // namespace

std::string refusal_of_publisher(const std::string& topic) {
  return "New subscription discovered on topic '" + topic +
         "', requesting incompatible QoS. No messages will be sent to it. Last incompatible "
         "policy: ";
}

std::string refusal_of_subscription(const std::string& topic) {
  return "New publisher discovered on topic '" + topic +
         "', offering incompatible QoS. No messages will be sent to it. Last incompatible policy: ";
}

EndpointCallback log_refusals(const EndpointHome& home, LoggedRefusals logged,
                              EndpointCallback next, std::string in_ros_words) {
  next = with_printable_text(std::move(next));
  EventCallback log = home.context()->refusal_log();
  if (!log || (!logged.qos && !logged.type)) return next;
  return [log = std::move(log), node = home.node_name(), in_ros_words = std::move(in_ros_words),
          logged, next = std::move(next)](const EndpointEvent& event) {
    if (logged.qos && event.kind == EndpointEvent::Kind::incompatible_qos) {
      log({EventKind::incompatible_qos, event.text, node});
      if (!in_ros_words.empty()) {
        log({EventKind::incompatible_qos, in_ros_words + ros_name_of(event.policy), node});
      }
    } else if (logged.type && event.kind == EndpointEvent::Kind::incompatible_type) {
      log({EventKind::incompatible_type, event.text, node});
    }
    if (next) next(event);
  };
}

}  // namespace baton::client
