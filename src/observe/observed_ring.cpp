// SPDX-License-Identifier: Apache-2.0
#include "observe/observed_ring.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "shm/ring_reader.hpp"

namespace baton::observe {

base::Result<ObservedRing> ObservedRing::open(base::UniqueFd fd) {
  base::UniqueFd kept(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  if (!kept) return base::os_error("cannot keep the descriptor of a segment");
  auto memory = base::PeerMemory::adopt(std::move(fd), shm::pool_offset_bytes + 1, SIZE_MAX);
  if (!memory) return std::move(memory).error();
  // Reading what has no memory behind it would allocate some.
  if (!memory->is_backed(0, shm::pool_offset_bytes)) {
    return base::Error{EAGAIN, "the publisher has not opened its segment yet"};
  }
  const auto& pub = *reinterpret_cast<const shm::Pub*>(memory->data());
  if (!shm::RingReader::header_is_valid(pub, memory->size_bytes())) {
    return base::Error{EPROTO, "this is no ring of this version"};
  }
  return ObservedRing(std::move(*memory), std::move(kept));
}

std::uint64_t ObservedRing::head() const {
  return pub().head.load(std::memory_order_acquire);  // [ring/head] reader
}

std::optional<SeenMessage> ObservedRing::read(std::uint64_t sequence,
                                              std::optional<std::size_t> stamp_offset) const {
  const shm::Slot& slot = pub().slot[sequence & (shm::ring_slots - 1)];
  const std::uint64_t word = slot.word.load(std::memory_order_acquire);  // [ring/slot] reader
  if (!shm::slot_holds(word, sequence)) return std::nullopt;
  SeenMessage message;
  message.sequence = sequence;
  message.chunk = shm::slot_chunk(word);
  // Acquire: the second look at the word comes behind these.
  const std::uint64_t offset = slot.offset_bytes.load(std::memory_order_acquire);
  message.size_bytes = slot.size_bytes.load(std::memory_order_acquire);
  message.source_timestamp_ns = slot.source_timestamp_ns.load(std::memory_order_acquire);
  const std::uint64_t segment = memory_.size_bytes();
  if (offset > segment || message.size_bytes > segment - offset) return std::nullopt;
  if (stamp_offset && *stamp_offset + 8 <= message.size_bytes) {
    message.stamp_ns = stamp_at(offset + *stamp_offset);
  }
  // Unchanged: the publisher has emptied neither the slot nor reused its chunk meanwhile.
  if (slot.word.load(std::memory_order_acquire) != word) return std::nullopt;
  return message;
}

/// A publisher with few chunks takes each message out of the ring when the next one needs its
/// memory, and leaves size and time in the slot until the ring comes round.
std::optional<SeenMessage> ObservedRing::read_emptied(std::uint64_t sequence) const {
  const shm::Slot& slot = pub().slot[sequence & (shm::ring_slots - 1)];
  // Acquire: the head is looked at behind these.
  if (slot.word.load(std::memory_order_acquire) != shm::empty_slot) return std::nullopt;
  SeenMessage message;
  message.sequence = sequence;
  message.size_bytes = slot.size_bytes.load(std::memory_order_acquire);
  message.source_timestamp_ns = slot.source_timestamp_ns.load(std::memory_order_acquire);
  // The publisher fills the slot for the next round before its head says so.
  if (head() - sequence >= shm::ring_slots - 1) return std::nullopt;
  // A sequence that has had no message has left the slot as it was a round before.
  if (message.source_timestamp_ns == 0 || message.source_timestamp_ns < newest_ns_ ||
      message.size_bytes > memory_.size_bytes()) {
    return std::nullopt;
  }
  return message;
}

/// Copies with pread(), which allocates nothing where the publisher has no memory.
std::optional<std::int64_t> ObservedRing::stamp_at(std::uint64_t offset_bytes) const {
  struct {
    std::int32_t sec;
    std::uint32_t nanosec;
  } stamp{};
  static_assert(sizeof stamp == 8);
  if (::pread(fd_.get(), &stamp, sizeof stamp, static_cast<off_t>(offset_bytes)) != sizeof stamp) {
    return std::nullopt;
  }
  return std::int64_t{stamp.sec} * 1'000'000'000 + stamp.nanosec;
}

std::optional<SeenMessage> ObservedRing::message_in(shm::ChunkIndex chunk) const {
  const std::uint64_t newest = head();
  for (const shm::Slot& slot : pub().slot) {
    const std::uint64_t word = slot.word.load(std::memory_order_acquire);  // [ring/slot] reader
    if (word == shm::empty_slot || shm::slot_chunk(word) != chunk) continue;
    // The word has the lower bits of a sequence that is not above the head.
    const std::uint64_t sequence = newest - ((newest - (word >> 16)) & shm::sequence_mask);
    return read(sequence, std::nullopt);
  }
  return std::nullopt;
}

std::size_t ObservedRing::committed_bytes() const {
  struct stat status {};
  return ::fstat(fd_.get(), &status) == 0 ? static_cast<std::size_t>(status.st_blocks) * 512 : 0;
}

}  // namespace baton::observe
