// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "transport/port/transport.hpp"

namespace baton::transport {

/// The id of the participant, then that of the endpoint, most significant byte first.
Gid to_gid(const std::string& participant, std::uint64_t endpoint);

}  // namespace baton::transport
