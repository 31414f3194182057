// SPDX-License-Identifier: Apache-2.0
// What the `Pub` segment of another process shows: how much was published, when, and how large.
//
// The publisher does not notice: no match, no pin, no wake-up. Therefore a message may be gone
// before it is looked at, and what a slot says is read between two looks at its word. Every word is
// input. Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/sealed_memory.hpp"
#include "base/unique_fd.hpp"
#include "shm/layout.hpp"
#include "shm/slot_word.hpp"

namespace baton::observe {

inline constexpr shm::ChunkIndex no_chunk = ~shm::ChunkIndex{0};

struct SeenMessage {
  std::uint64_t sequence = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t source_timestamp_ns = 0;    // CLOCK_REALTIME
  shm::ChunkIndex chunk = no_chunk;        // none: the message was taken out of the ring
  std::optional<std::int64_t> stamp_ns{};  // of the message's header, if it was asked for
};

class ObservedRing {
 public:
  /// Fails if the descriptor is no ring that this version reads.
  static base::Result<ObservedRing> open(base::UniqueFd fd);

  std::uint64_t head() const;
  /// Calls `see` for each message behind the last look, oldest first: those that are still in the
  /// ring, and of those that were taken out of it what their slot goes on saying.
  /// `stamp_offset`: where a builtin_interfaces/msg/Time lies in the message; its bytes are copied.
  template <class See>
  void look(std::optional<std::size_t> stamp_offset, See&& see) {
    const std::uint64_t newest = head();
    // A head that jumps back is a lie or another publisher's: begin anew.
    if (newest < looked_until_) looked_until_ = newest;
    const std::uint64_t oldest = newest > shm::ring_slots ? newest - shm::ring_slots : 0;
    for (std::uint64_t at = std::max(looked_until_, oldest) + 1; at <= newest; ++at) {
      std::optional<SeenMessage> message = read(at, stamp_offset);
      if (!message) message = read_emptied(at);
      if (!message) continue;
      newest_ns_ = message->source_timestamp_ns;
      see(*message);
    }
    looked_until_ = newest;
  }
  /// The message of that chunk, if a slot still names it.
  std::optional<SeenMessage> message_in(shm::ChunkIndex chunk) const;
  /// Memory that the publisher has committed. A system call.
  std::size_t committed_bytes() const;

 private:
  ObservedRing(base::PeerMemory memory, base::UniqueFd fd)
      : memory_(std::move(memory)), fd_(std::move(fd)) {}
  const shm::Pub& pub() const { return *reinterpret_cast<const shm::Pub*>(memory_.data()); }
  std::optional<SeenMessage> read(std::uint64_t sequence,
                                  std::optional<std::size_t> stamp_offset) const;
  std::optional<SeenMessage> read_emptied(std::uint64_t sequence) const;
  std::optional<std::int64_t> stamp_at(std::uint64_t offset_bytes) const;

  base::PeerMemory memory_;
  base::UniqueFd fd_;
  std::uint64_t looked_until_ = 0;
  std::int64_t newest_ns_ = 0;  // of the messages seen so far
};

}  // namespace baton::observe
