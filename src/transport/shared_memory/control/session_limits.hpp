// SPDX-License-Identifier: Apache-2.0
// How much of this process its subscribing peers may have.
#pragma once

#include <unistd.h>

#include <cstddef>

#include "base/unix_socket.hpp"

namespace baton::transport {

/// Processes that may subscribe here at once. Each costs a descriptor.
inline constexpr std::size_t max_sessions = 1024;
/// Subscriptions of a publisher. Each costs every publication a look.
inline constexpr std::size_t max_matches = 4096;
/// No peer has more of either than one part in so many: none can take them all.
inline constexpr std::size_t shares = 4;

/// A process of this user is a peer; another user is one with all of its processes, of which it can
/// have as many as it likes. Processes of other PID namespaces have no number and count as one.
inline bool is_same_peer(const base::PeerCredentials& one, const base::PeerCredentials& other) {
  return one.uid == other.uid && (one.uid != geteuid() || one.pid == other.pid);
}

}  // namespace baton::transport
