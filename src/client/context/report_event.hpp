// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/context_event.hpp>

namespace baton::client {

/// A warning of the logger "baton" for each event, each text once.
EventCallback log_once();

}  // namespace baton::client
