// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "transport/port/transport.hpp"

namespace baton::transport {

/// The participant's id, then the endpoint's, most significant byte first.
Gid to_gid(const std::string& participant, std::uint64_t endpoint);

}  // namespace baton::transport
