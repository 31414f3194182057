// SPDX-License-Identifier: Apache-2.0
#include "base/light_lock.hpp"

#include <time.h>

#include <algorithm>

#include "base/fence.hpp"

namespace baton::base {

void LightLock::lock_contended() noexcept {
  constexpr int looks = 100;  // some microseconds: longer than most holders need
  constexpr long longest_ns = 1'000'000;
  for (long pause_ns = 20'000;; pause_ns = std::min(2 * pause_ns, longest_ns)) {
    for (int look = 0; look < looks; ++look) {
      if (!taken_.load(std::memory_order_relaxed) && try_lock()) return;
      cpu_relax();
    }
    const timespec pause{0, pause_ns};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace baton::base
