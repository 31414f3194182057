// SPDX-License-Identifier: Apache-2.0
#include "client/topic/refusal_log.hpp"

#include <utility>

#include "client/context/context_state.hpp"
#include "client/context/report_event.hpp"

namespace baton::client {

EndpointCallback log_refusals(const EndpointHome& home, LoggedRefusals logged,
                              EndpointCallback next) {
  next = with_printable_text(std::move(next));
  EventCallback log = home.context()->refusal_log();
  if (!log || (!logged.qos && !logged.type)) return next;
  return [log = std::move(log), node = home.node_name(), logged,
          next = std::move(next)](const EndpointEvent& event) {
    if (logged.qos && event.kind == EndpointEvent::Kind::incompatible_qos) {
      log({EventKind::incompatible_qos, event.text, node});
    } else if (logged.type && event.kind == EndpointEvent::Kind::incompatible_type) {
      log({EventKind::incompatible_type, event.text, node});
    }
    if (next) next(event);
  };
}

}  // namespace baton::client
