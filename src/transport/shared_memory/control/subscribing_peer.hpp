// SPDX-License-Identifier: Apache-2.0
// A subscribing process as publishers use it: its records, its bells, and whether it lives.
//
// Alive as long as one of its publishers refers to it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/sealed_memory.hpp"
#include "base/unix_socket.hpp"
#include "shm/bell.hpp"
#include "shm/layout.hpp"
#include "shm/registry.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

struct SubscribingPeer {
  shm::RegistryEntry entry;
  shm::ParticipantInfo info;
  base::PeerCredentials credentials;
  bool same_user = false;
  base::PeerMemory rec_memory;
  std::shared_ptr<shm::Bells> bells;  // empty for an orphaned session

  const shm::Rec& rec() const { return *reinterpret_cast<const shm::Rec*>(rec_memory.data()); }
  std::string title() const;
  /// True when the process has closed that record since it had this generation: it pins nothing
  /// through the record any more.
  bool has_let_go(std::uint32_t record, std::uint64_t generation) const;
};

/// The result of an INTRO.
struct Introduction {
  std::shared_ptr<SubscribingPeer> peer{};  // null: `why` has the reason
  std::string why{};
  // This process lacks room, which is no fault of the peer; there may be room later.
  bool lacks_room = false;

  /// Checks that the sender is the participant that it claims to be, and maps its records.
  static Introduction check(const std::vector<shm::Registry>& registries,
                            const base::PeerCredentials& credentials, const shm::wire::Intro& intro,
                            PacketLink::Received& received);
};

}  // namespace baton::transport
