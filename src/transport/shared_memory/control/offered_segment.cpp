// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/offered_segment.hpp"

#include <cerrno>
#include <utility>

#include "transport/shared_memory/data/shm_reader.hpp"

namespace baton::transport {
namespace {

/// A publisher's whole virtual size; a larger claim is refused.
constexpr std::size_t max_segment_bytes = std::size_t{1} << 42;

}  // namespace

OfferedSegment OfferedSegment::adopt(PacketLink::Received& welcome, bool with_private) {
  if (welcome.fds_lost) {
    return {{}, std::string("no descriptor is left for its segment") + more_descriptors, true};
  }
  if (welcome.fds.size() != 1) return {{}, "its welcome came without a segment"};
  auto memory = base::PeerMemory::adopt(std::move(welcome.fds[0]), shm::pool_offset_bytes + 4096,
                                        max_segment_bytes, with_private, shm::pool_offset_bytes);
  if (!memory) return {{}, memory.error().text, lacks_memory(memory.error())};
  if (!shm::RingReader::header_is_valid(ShmReader::pub(*memory), memory->size_bytes())) {
    return {{}, "its segment has another format"};
  }
  return {std::move(*memory)};
}

}  // namespace baton::transport
