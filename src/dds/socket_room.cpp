// SPDX-License-Identifier: Apache-2.0
#include "dds/socket_room.hpp"

#include <sys/socket.h>

#include <array>
#include <string>

#include "base/unique_fd.hpp"

namespace baton::dds {

base::Status room_for_sockets() {
  // Three to listen, one to send and one for each interface, and what the look at interfaces takes.
  constexpr std::size_t needed = 16;
  std::array<base::UniqueFd, needed> sockets;
  for (base::UniqueFd& each : sockets) {
    each.reset(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (each) continue;
    base::Error error = base::os_error("the network needs " + std::to_string(needed) +
                                       " descriptors for its sockets");
    error.text += "; raise RLIMIT_NOFILE (ulimit -n)";
    return error;
  }
  return {};
}

}  // namespace baton::dds
