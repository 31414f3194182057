// SPDX-License-Identifier: Apache-2.0
// The stress that notices a missing half of an ordering pair at once. It only makes windows wider
// that the protocol must tolerate anyway: the real code passes it.
#pragma once

#include "ring_stress.hpp"
#include "wake_stress.hpp"

namespace baton::stress {

inline RingStressOptions negative_ring_options(Actors actors, std::chrono::nanoseconds duration) {
  RingStressOptions options;
  options.actors = actors;
  options.readers.assign(4, {.depth = 1});
  options.most_held = 2;
  options.message_bytes = 1024;
  options.pool_chunks = 12;
  options.turns_at_kill_points = 400;
  options.turns_held = 200;
  options.duration = duration;
  return options;
}

inline WakeStressOptions negative_wake_options(Actors actors, std::chrono::nanoseconds duration) {
  WakeStressOptions options;
  options.actors = actors;
  options.publishers = 1;
  options.turns_in_windows = 400;
  options.duration = duration;
  options.deadline = std::chrono::seconds(1);
  return options;
}

}  // namespace baton::stress
