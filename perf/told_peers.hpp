// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "communicator.hpp"

namespace perf {

/// How a worker tells the supervisor its peers: [{"peer": [...], "count": n}, ...]. Equal ones are
/// told once, with their number, because one of each topic does not fit into a packet.
nlohmann::json told_peers(const std::vector<MatchedPeer>& peers);

/// All of them again, equal ones side by side.
std::vector<MatchedPeer> peers_from(const nlohmann::json& told);

}  // namespace perf
