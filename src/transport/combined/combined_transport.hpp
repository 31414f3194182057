// SPDX-License-Identifier: Apache-2.0
// In-process delivery and shared memory as one transport: each pair of endpoints meets by exactly
// one of them (match::meets_by_pointer).
#pragma once

#include <memory>

#include "transport/port/transport.hpp"
#include "transport/shared_memory/control/participant.hpp"

namespace baton::transport {

/// Registers this process in `options.directory`. Endpoints whose spec says nothing of in_process
/// are those of shared memory itself.
base::Result<std::unique_ptr<Transport>> open_combined_transport(const ParticipantOptions& options);

}  // namespace baton::transport
