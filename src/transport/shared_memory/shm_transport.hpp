// SPDX-License-Identifier: Apache-2.0
// The transport over shared memory, for processes of one machine.
#pragma once

#include <memory>

#include "transport/port/outside_publisher.hpp"
#include "transport/shared_memory/control/participant.hpp"

namespace baton::transport {

/// Registers this process in `options.directory`. Fails with the cure in the text.
base::Result<std::unique_ptr<Transport>> open_shm_transport(const ParticipantOptions& options);

/// Makes the transport over a participant that another transport uses, too.
std::unique_ptr<OutsideTransport> make_shm_transport(std::shared_ptr<Participant> participant);

}  // namespace baton::transport
