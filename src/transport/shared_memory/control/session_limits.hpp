// SPDX-License-Identifier: Apache-2.0
// How much of this process its subscribing peers may have.
#pragma once

#include <unistd.h>

#include <cstddef>

#include "base/unix_socket.hpp"

namespace baton::transport {

/// Most processes that may subscribe here at once. Each costs a descriptor.
inline constexpr std::size_t max_sessions = 1024;
/// Most subscriptions of a publisher. Each costs every publication a look.
inline constexpr std::size_t max_matches = 4096;
/// No peer may have more than a quarter of either limit, so that none can take everything.
inline constexpr std::size_t shares = 4;

/// Each process of this user is a peer. All processes of another user are one peer, because that
/// user can start as many as it likes. Processes of other PID namespaces have no pid here and count
/// as one.
inline bool is_same_peer(const base::PeerCredentials& one, const base::PeerCredentials& other) {
  return one.uid == other.uid && (one.uid != geteuid() || one.pid == other.pid);
}

}  // namespace baton::transport
