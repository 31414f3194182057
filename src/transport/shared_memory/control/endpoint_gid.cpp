// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/endpoint_gid.hpp"

#include "shm/segment_names.hpp"

namespace baton::transport {

Gid to_gid(const std::string& participant, std::uint64_t endpoint) {
  const std::uint64_t id = shm::participant_number(participant);
  Gid gid{};
  static_assert(gid.size() == 16);
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t shift = 56 - 8 * i;
    gid[i] = static_cast<std::uint8_t>(id >> shift);
    gid[8 + i] = static_cast<std::uint8_t>(endpoint >> shift);
  }
  return gid;
}

}  // namespace baton::transport
