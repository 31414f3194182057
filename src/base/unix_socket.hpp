// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

// Local packet sockets (SOCK_SEQPACKET) that carry descriptors. Every socket here is non-blocking
// and close-on-exec. Addresses go through /proc/self/fd/<dir_fd>/<name>, so that the length of the
// directory's path does not matter (sun_path holds 108 bytes).

namespace baton::base {

/// Creates the socket file with exactly `mode` and listens. Code EADDRINUSE when the name exists.
/// The caller removes the file. `shown_path` is the same place, absolute: every user of the machine
/// sees it in /proc/net/unix while a socket listens there; a path that is too long is not shown.
Result<UniqueFd> listen_at(int dir_fd, const std::string& name, mode_t mode,
                           const std::string& shown_path = {});

/// Returns connected at once. Codes: ENOENT or ECONNREFUSED when no process listens (any more),
/// EAGAIN when the listener's queue is full: try again later.
Result<UniqueFd> connect_to(int dir_fd, const std::string& name);

/// Code EAGAIN when no connection waits.
Result<UniqueFd> accept_from(int listening_fd);

struct PeerCredentials {
  pid_t pid = 0;  ///< 0 when the peer lives in a PID namespace that cannot be seen from here
  uid_t uid = 0;
  gid_t gid = 0;
};

/// As the kernel recorded them at connect or listen time; the peer cannot forge them.
Result<PeerCredentials> peer_credentials(int fd);

/// The kernel's own bound (SCM_MAX_FD) is 253.
inline constexpr size_t max_fds_in_packet = 32;

/// One packet, whole or not at all. `bytes` must not be empty: an empty packet looks like hang-up.
/// Never blocks and raises no SIGPIPE. Codes: EAGAIN when the peer does not read, EPIPE or
/// ECONNRESET when it is gone.
Status send_packet(int fd, std::span<const std::byte> bytes, std::span<const int> fds = {});

struct Packet {
  std::vector<std::byte> bytes;
  std::vector<UniqueFd> fds;
  bool fds_lost = false;  ///< this process had no room for all of its descriptors: they are gone
  bool end = false;       ///< the peer hung up; nothing else is set
};

/// Code EAGAIN when nothing has come. A packet that exceeds a bound is an error (EMSGSIZE); its
/// descriptors are closed.
Result<Packet> receive_packet(int fd, size_t max_bytes, size_t max_fds);

}  // namespace baton::base
