// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context_event.hpp>
#include <baton/endpoint_event.hpp>

namespace baton::client {

/// Logs a warning for each event, with the logger of its node or "baton". A text that is among the
/// last 256 is not logged again.
EventCallback log_once();
/// Passes on all events except refused matches: each endpoint logs those in its node's name.
EventCallback without_refusals(EventCallback callback);

/// Passes events on with texts that may be shown anywhere. Parts of the texts come from a peer.
EventCallback with_printable_text(EventCallback callback);
/// Like the function above, for an endpoint. If `callback` is empty, so is the result.
EndpointCallback with_printable_text(EndpointCallback callback);

}  // namespace baton::client
