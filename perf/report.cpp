// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perf {

bool is_zero_copy(const Report& report, const EndpointReport& endpoint) {
  return report.options.delivery == Delivery::zero_copy && !endpoint.peers.empty() &&
         std::all_of(endpoint.peers.begin(), endpoint.peers.end(),
                     [](const MatchedPeer& peer) { return peer.zero_copy; });
}

std::string describe_way(const Report& report, const EndpointReport& endpoint) {
  if (endpoint.peers.empty()) return "not matched";
  const MatchedPeer& peer = endpoint.peers.front();
  if (report.options.is_floor()) return peer.transport + " (bare memory, no quality of service)";
  if (is_zero_copy(report, endpoint)) return peer.transport + ", zero copy";
  std::string reason = peer.zero_copy ? "" : peer.reason;
  if (report.options.delivery == Delivery::one_copy) {
    if (!reason.empty()) reason += "; ";
    reason += report.options.shared_memory
                  ? "publish(const M&), as --shared-memory asks"
                  : "publish(const M&), and this build has no network transport to send it "
                    "through; --zero-copy loans instead";
  }
  return fmt::format("{} with one copy ({})", peer.transport, reason);
}

}  // namespace perf
