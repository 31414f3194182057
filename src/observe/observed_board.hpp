// SPDX-License-Identifier: Apache-2.0
// What the `Rec` segment of another process shows: how far its subscriptions have read, which
// messages they hold, and what its publishers published that no ring shows.
//
// The process does not notice. Every word is input. Thread safety: none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "base/sealed_memory.hpp"
#include "base/unique_fd.hpp"
#include "shm/layout.hpp"
#include "shm/slot_word.hpp"

namespace baton::observe {

struct SeenRecord {
  std::uint64_t subscription = 0;
  std::uint64_t publisher_participant = 0;
  std::uint64_t publisher = 0;
  std::uint64_t cursor = 0;  // shm::not_reading: the match is only beginning
  std::uint64_t missed = 0;  // messages that the subscription came to too late
  std::vector<shm::ChunkIndex> pinned{};
};

struct SeenFigures {
  std::uint64_t publisher = 0;
  bool has_segment = false;
  std::uint64_t without_segment = 0;  // the newest sequence, unless there is a segment
  std::uint64_t unread_bytes = 0;     // of these, and of later ones without a subscription
  std::uint64_t unheard = 0;          // messages without a reader, which got no sequence
  std::uint64_t in_process = 0;       // messages that only subscriptions of that process got
  std::uint64_t in_process_bytes = 0;
  std::int64_t last_in_process_ns = 0;  // CLOCK_REALTIME
};

class ObservedBoard {
 public:
  /// Fails if the descriptor is no `Rec` segment that this version reads.
  static base::Result<ObservedBoard> open(base::UniqueFd fd);

  std::vector<SeenRecord> records() const;
  std::vector<SeenFigures> figures() const;

 private:
  ObservedBoard(base::PeerMemory memory, base::UniqueFd fd)
      : memory_(std::move(memory)), fd_(std::move(fd)) {}
  const shm::Rec& rec() const { return *reinterpret_cast<const shm::Rec*>(memory_.data()); }
  std::size_t backed_from(std::size_t offset_bytes, std::size_t element_bytes,
                          std::size_t most) const;

  base::PeerMemory memory_;
  base::UniqueFd fd_;
};

}  // namespace baton::observe
