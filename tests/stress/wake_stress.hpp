// SPDX-License-Identifier: Apache-2.0
// Publishers and one executor that sleeps in between: a lost wake-up is a deadline missed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "crew.hpp"

namespace baton::stress {

struct WakeStressOptions {
  Actors actors = Actors::threads;
  /// With two, each may repair what the other's weakness did: its own ring wakes the executor, too.
  std::size_t publishers = 2;
  /// The publishers note in one log what they publish, and the executor asks only those that it
  /// finds there.
  bool with_log = false;
  std::chrono::nanoseconds duration = std::chrono::seconds(1);
  /// How long a message may lie there before its wake-up counts as lost.
  std::chrono::nanoseconds deadline = std::chrono::seconds(5);
  /// The executor yields or waits up to so many turns after it has looked at the heads, publishers
  /// before they store the head. Harmless to correct code.
  std::uint64_t turns_in_windows = 0;
};

struct WakeStressReport {
  std::uint64_t received = 0;
  std::uint64_t sleeps = 0;
  std::uint64_t wakes = 0;
  /// Empty, or the first thing that was wrong.
  std::string fault;
};

/// Ends at the first fault or after the duration; on a busy machine when enough was received.
WakeStressReport run_wake_stress(const WakeStressOptions& options);

}  // namespace baton::stress
