// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/endpoint_event.hpp>

namespace baton::transport {

/// Tells a subscription that a match has ended, and with it the life of a publisher that was alive.
template <class Tell>
void tell_end_of_match(bool was_alive, Tell&& tell) {
  EndpointEvent unmatched{EndpointEvent::Kind::unmatched};
  unmatched.was_alive = was_alive;
  tell(unmatched);
  if (!was_alive) return;
  EndpointEvent lost{EndpointEvent::Kind::liveliness_lost};
  lost.with_match = true;
  tell(lost);
}

}  // namespace baton::transport
