// SPDX-License-Identifier: Apache-2.0
// Shared memory and DDS as one transport: each pair of endpoints meets by exactly one of them.
//
// Participants that can be met by shared memory are; DDS is for all others. Both sides of a pair
// decide from the same announcements (directory.hpp), so no message comes twice, and there is no
// moment at which it could come by neither.
#pragma once

#include <memory>

#include "dds/dds_transport.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

/// Opens DDS beside `local`, which has an identity. `beside` and `loop` of the options are set
/// here.
base::Result<std::unique_ptr<transport::Transport>> open_networked_transport(
    std::unique_ptr<transport::Transport> local, DdsOptions options);

}  // namespace baton::dds
