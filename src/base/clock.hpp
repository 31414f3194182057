// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <cstdint>

namespace baton::base {

namespace detail {
inline int64_t clock_ns(clockid_t clock) noexcept {
  timespec now{};
  ::clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}
}  // namespace detail

/// Never steps; the same in every process of the machine. For deadlines and latencies.
inline int64_t monotonic_ns() noexcept { return detail::clock_ns(CLOCK_MONOTONIC); }

/// Nanoseconds since 1970; may step. For stamps that a person or another machine reads.
inline int64_t realtime_ns() noexcept { return detail::clock_ns(CLOCK_REALTIME); }

}  // namespace baton::base
