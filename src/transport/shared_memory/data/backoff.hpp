// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>

#include "base/clock.hpp"

namespace baton::transport {

/// How a keep-all publisher waits for the slowest reader: by looking again, ever less often.
/// Readers cannot ring a publisher, and should not: it would cost every release a fence.
class Backoff {
 public:
  explicit Backoff(std::int64_t limit_ns) : deadline_ns_(base::monotonic_ns() + limit_ns) {}

  bool over() const { return base::monotonic_ns() >= deadline_ns_; }

  void wait() {
    const std::int64_t left_ns = std::max<std::int64_t>(0, deadline_ns_ - base::monotonic_ns());
    const timespec pause{0, static_cast<long>(std::min(pause_ns_, left_ns))};
    nanosleep(&pause, nullptr);
    pause_ns_ = std::min(pause_ns_ * 2, longest_ns);
  }

 private:
  static constexpr std::int64_t shortest_ns = 50'000;
  static constexpr std::int64_t longest_ns = 1'000'000;
  const std::int64_t deadline_ns_;
  std::int64_t pause_ns_ = shortest_ns;
};

}  // namespace baton::transport
