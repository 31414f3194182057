// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hpp"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace baton::base {

/// Whether the processor's counter runs evenly and alike on all cores: the kernel itself keeps time
/// by it. Looked up once.
bool counter_is_trusted() noexcept;

/// The processor's counter: a third of the price of the clock, touches no memory and does not wait
/// for earlier instructions. A tick is below a nanosecond on x86-64, and on ARM64 from 1 ns to 52
/// ns (cntfrq_el0 says which). Where there is no counter: CLOCK_MONOTONIC in nanoseconds.
inline uint64_t read_counter() noexcept {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return static_cast<uint64_t>(monotonic_ns());
#endif
}

/// Measures short times, of any thread, in ticks; what they are in nanoseconds is asked later.
class Stopwatch {
 public:
  Stopwatch() noexcept;

  uint64_t now() const noexcept {
    return counts_ ? read_counter() : static_cast<uint64_t>(monotonic_ns());
  }
  /// Nanoseconds a tick: one figure for the life of the process, right to a few millionths. It
  /// takes 20 ms to measure: a caller that asks sooner after the first Stopwatch was made waits for
  /// the rest.
  double ns_per_tick() const noexcept;

 private:
  const bool counts_ = counter_is_trusted();
};

}  // namespace baton::base
