// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context_event.hpp>

namespace baton::client {

/// A warning of the logger "baton" for each event, each text once as long as it is among the last 256.
EventCallback log_once();

/// Hands events on with texts that may be shown anywhere: parts of them are a peer's.
EventCallback with_printable_text(EventCallback callback);

}  // namespace baton::client
