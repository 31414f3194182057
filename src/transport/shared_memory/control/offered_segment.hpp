// SPDX-License-Identifier: Apache-2.0
// The memory that a publisher sends with its WELCOME.
#pragma once

#include <optional>
#include <string>

#include "base/sealed_memory.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

struct OfferedSegment {
  std::optional<base::PeerMemory> memory{};  // without it, `why` says why not
  std::string why{};
  bool lacks_room = false;  // here, not a fault of the publisher: there may be room later

  /// Checks that it is what a publisher may send, and maps it.
  static OfferedSegment adopt(PacketLink::Received& welcome);
};

}  // namespace baton::transport
