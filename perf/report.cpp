// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perf {
namespace {

std::string reason_for_copying(const Options& o) {
  const bool by_pointer =
      o.publish_type == PublishType::unique_ptr || o.publish_type == PublishType::loan;
  if (by_pointer && (o.intra_process || o.publish_type == PublishType::loan)) {
    return fmt::format("for callbacks that want a {} of their own", to_string(o.callback_type));
  }
  std::string reason =
      o.publish_type == PublishType::unique_ptr
          ? "publish(std::unique_ptr<M>), which other processes cannot read where it is"
          : "publish(const M&)";
  if (o.publish_type == PublishType::value) reason += ", and another copy for the argument";
  if (!o.intra_process) reason += ", as --shared-memory asks";
  return reason;
}

}  // namespace

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
  if (report.options.delivery == Delivery::serialised) {
    const bool loans = report.options.publish_type == PublishType::loan;
    return fmt::format("{}, serialised ({}{})", peer.transport, peer.reason,
                       loans ? "; loaned, and sent all the same" : "");
  }
  std::string reason = peer.zero_copy ? "" : peer.reason;
  if (report.options.delivery == Delivery::one_copy) {
    if (!reason.empty()) reason += "; ";
    reason += reason_for_copying(report.options);
  }
  return fmt::format("{} with one copy ({})", peer.transport, reason);
}

}  // namespace perf
