// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>

#include "base/clock.hpp"
#include "base/longest_wait.hpp"

namespace baton::base {

/// How a thread waits for a condition that cannot wake it: the thread looks again, ever less often.
/// For conditions that come true on the path of a message, where ringing would slow down every
/// message. Thread safety: none.
///
/// ```cpp
/// base::Backoff backoff(timeout_ns);
/// while (!has_room()) {
///   if (backoff.over()) return timed_out();
///   backoff.wait();
/// }
/// ```
class Backoff {
 public:
  /// Each pause is twice the last one, from 50 us up to 1 ms.
  static constexpr std::int64_t shortest_ns = 50'000;
  static constexpr std::int64_t longest_ns = 1'000'000;

  /// The limit counts from now; a negative one means no limit.
  explicit Backoff(std::int64_t limit_ns)
      : deadline_ns_(limit_ns < 0 ? never_ns
                                  : monotonic_ns() + std::min(limit_ns, longest_wait_ns)) {}

  bool over() const { return deadline_ns_ != never_ns && monotonic_ns() >= deadline_ns_; }

  /// Sleeps, but not past the limit.
  void wait() {
    const std::int64_t left_ns = std::max<std::int64_t>(0, deadline_ns_ - monotonic_ns());
    const timespec pause{0, static_cast<long>(std::min(pause_ns_, left_ns))};
    nanosleep(&pause, nullptr);
    pause_ns_ = std::min(pause_ns_ * 2, longest_ns);
  }

 private:
  static constexpr std::int64_t never_ns = INT64_MAX;

  const std::int64_t deadline_ns_;
  std::int64_t pause_ns_ = shortest_ns;
};

}  // namespace baton::base
