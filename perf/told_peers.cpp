// SPDX-License-Identifier: Apache-2.0
#include "told_peers.hpp"

#include <cstddef>
#include <map>

namespace perf {

nlohmann::json told_peers(const std::vector<MatchedPeer>& peers) {
  std::map<nlohmann::json, std::size_t> counts;
  for (const MatchedPeer& peer : peers) {
    ++counts[{peer.process, peer.transport, peer.zero_copy, peer.reason}];
  }
  nlohmann::json told = nlohmann::json::array();
  for (const auto& [peer, count] : counts) told.push_back({{"peer", peer}, {"count", count}});
  return told;
}

std::vector<MatchedPeer> peers_from(const nlohmann::json& told) {
  std::vector<MatchedPeer> peers;
  for (const auto& equal : told) {
    const auto& words = equal.at("peer");
    const MatchedPeer peer{words.at(0), words.at(1), words.at(2), words.at(3)};
    peers.insert(peers.end(), equal.at("count").get<std::size_t>(), peer);
  }
  return peers;
}

}  // namespace perf
