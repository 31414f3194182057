// SPDX-License-Identifier: Apache-2.0
// The memory that a publisher sends with its WELCOME.
#pragma once

#include <optional>
#include <string>

#include "base/sealed_memory.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

struct OfferedSegment {
  std::optional<base::PeerMemory> memory{};  // empty: `why` has the reason
  std::string why{};
  // This process lacks room, which is no fault of the publisher; there may be room later.
  bool lacks_room = false;

  /// Checks that the memory is what a publisher may send, and maps it; `with_private`: for messages
  /// in private views, too.
  static OfferedSegment adopt(PacketLink::Received& welcome, bool with_private);
};

}  // namespace baton::transport
