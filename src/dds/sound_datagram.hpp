// SPDX-License-Identifier: Apache-2.0
// Which part of a datagram Fast DDS may read.
//
// Fast DDS 2.9 believes lengths and numbers that a datagram has: some end the process (assertions,
// which Debian's build has on), some allocate gigabytes, some read or write past a buffer. So each
// datagram is checked first: the chain of submessages, the contents of each, and the parameters of
// announcements. Whatever an implementation of RTPS sends passes; unknown submessages are skipped,
// as the standard says. Encrypted submessages pass unseen: a participant that can make them was
// admitted.
#pragma once

#include <cstddef>
#include <span>

#include "dds/known_endpoints.hpp"

namespace baton::dds {

/// How the participant that receives the datagrams takes part.
struct Participation {
  /// With security. Its handshake is too long for one small packet, so announcements in fragments
  /// pass.
  bool is_secured = false;
  /// By a discovery server, which announces others.
  bool has_server = false;
};

/// How many bytes of it, from the first, may be handed on; 0: the datagram is to be dropped. Parts
/// that Baton does not need and Fast DDS trips over (eProsima's statistics, XTypes' type
/// descriptions) are blanked where they lie. Takes a time that grows with the datagram alone.
/// `known`: of this participant.
[[nodiscard]] std::size_t make_sound(std::span<std::byte> datagram,
                                     const Participation& participation, KnownEndpoints& known);

}  // namespace baton::dds
