// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context_event.hpp>
#include <baton/endpoint_event.hpp>

namespace baton::client {

/// A warning for each event, each text once as long as it is among the last 256, of the logger of
/// its node or of "baton".
EventCallback log_once();
/// Hands on all but refused matches: each endpoint logs its own, in its node's name.
EventCallback without_refusals(EventCallback callback);

/// Hands events on with texts that may be shown anywhere: parts of them are a peer's.
EventCallback with_printable_text(EventCallback callback);
/// Of an endpoint. `callback` may be empty, and so is the result then.
EndpointCallback with_printable_text(EndpointCallback callback);

}  // namespace baton::client
