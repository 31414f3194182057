// SPDX-License-Identifier: Apache-2.0
// One publisher against many readers that hold samples for random times, with an oracle.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "crew.hpp"
#include "shm/ring_reader.hpp"
#include "shm/ring_writer.hpp"

namespace baton::stress {

struct RingStressOptions {
  Actors actors = Actors::threads;
  std::vector<shm::ReaderLimits> readers;
  std::size_t most_held = 3;  // samples that a reader holds at once
  shm::Retention retention = {};
  std::size_t message_bytes = 256;
  /// The pool: so tight that the publisher reclaims all the time.
  std::size_t pool_chunks = 32;
  std::uint64_t first_sequence = 1;
  std::chrono::nanoseconds duration = std::chrono::seconds(1);

  // What widens the windows between two halves of a pair. All are harmless to correct code.
  /// At each kill point of take and reclaim a thread yields or waits up to so many turns.
  std::uint64_t turns_at_kill_points = 0;
  /// Readers keep a sample at least so many turns.
  std::uint64_t turns_held = 0;
};

struct RingStressReport {
  std::uint64_t published = 0;
  std::uint64_t failed_loans = 0;
  std::uint64_t received = 0;
  std::uint64_t skipped = 0;
  std::uint64_t lost = 0;
  std::uint64_t copied = 0;
  /// Empty, or the first thing that was wrong.
  std::string fault;
};

/// Ends at the first fault or after the duration; on a busy machine when enough was published.
RingStressReport run_ring_stress(const RingStressOptions& options);

}  // namespace baton::stress
