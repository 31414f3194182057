// SPDX-License-Identifier: Apache-2.0
// An endpoint as JSON, in registry files and in the handshake.
#pragma once

#include <nlohmann/json.hpp>

#include "shm/endpoint.hpp"

namespace baton::shm {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Policy, reliable, transient_local, keep_all, depth)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Endpoint, id, topic, type_name, type_hash, layout_hash, policy,
                                   type_hash_text)

}  // namespace baton::shm
