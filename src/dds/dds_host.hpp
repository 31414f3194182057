// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include <baton/match_info.hpp>

#include "base/event_loop.hpp"
#include "dds/directory.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

/// What the endpoints of one participant share. The wire is the last member, and so destroyed
/// first: it calls the directory until then.
struct DdsHost {
  /// No network has come yet: endpoints will rejoin when one does, and retained messages with them.
  std::shared_ptr<std::atomic<bool>> is_alone = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<base::EventLoop> loop;
  std::shared_ptr<Directory> directory;
  std::shared_ptr<Wire> wire;

  /// Whether the endpoint with that GUID belongs to the participant of this wire.
  bool is_own(const Guid& guid) const { return prefix_of(guid) == prefix_of(wire->guid()); }
};

inline constexpr const char* transport_name = "dds";

inline MatchInfo match_info(const Peer& peer) {
  MatchInfo info;
  info.participant = peer.participant.id;
  info.process_name = peer.participant.name;
  info.pid = peer.participant.pid;
  info.transport = transport_name;
  info.reason = peer.reason;
  return info;
}

}  // namespace baton::dds
