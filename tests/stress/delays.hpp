// SPDX-License-Identifier: Apache-2.0
// Lets threads dawdle where it hurts most.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <vector>

#include "base/fence.hpp"
#include "base/kill_point.hpp"
#include "oracle.hpp"

namespace baton::stress {

inline void spin(std::uint64_t turns) {
  for (; turns > 0; --turns) base::cpu_relax();
}

/// Yields, or waits up to `most_turns`.
inline void dawdle(Random& random, std::uint64_t most_turns) {
  if (most_turns == 0) return;
  if (random.below(4) == 0) {
    sched_yield();
  } else {
    spin(random.below(most_turns));
  }
}

/// As long as it lives, each thread dawdles at these kill points. Made before the threads are.
class KillPointDelays {
 public:
  KillPointDelays(std::vector<std::string_view> points, std::uint64_t most_turns) {
    if (most_turns == 0) return;
    base::set_kill_point_hook([points = std::move(points), most_turns](const char* name) {
      static std::atomic<std::uint64_t> seeds{1};
      // Forked children start from the same seeds.
      thread_local Random random(seeds.fetch_add(1, std::memory_order_relaxed) +
                                 static_cast<std::uint64_t>(getpid()));
      if (std::find(points.begin(), points.end(), name) != points.end()) {
        dawdle(random, most_turns);
      }
    });
  }
  ~KillPointDelays() { base::set_kill_point_hook({}); }
};

}  // namespace baton::stress
