// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/endpoint_event.hpp>

namespace baton::transport {

/// Tells a subscription that a match has begun, and with it the life of a publisher that is alive.
template <class Tell>
void tell_begin_of_match(bool is_alive, Tell&& tell) {
  EndpointEvent matched{EndpointEvent::Kind::matched};
  matched.was_alive = is_alive;
  tell(matched);
  if (!is_alive) return;
  EndpointEvent gained{EndpointEvent::Kind::liveliness_gained};
  gained.with_match = true;
  tell(gained);
}

}  // namespace baton::transport
