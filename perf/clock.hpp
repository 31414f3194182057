// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace perf {

inline constexpr int64_t ns_per_s = 1'000'000'000;

/// CLOCK_MONOTONIC: one clock for all processes of a machine, and never set back.
inline int64_t now_ns() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * ns_per_s + time.tv_nsec;
}

inline void sleep_until_ns(int64_t deadline_ns) {
  const timespec deadline{deadline_ns / ns_per_s, deadline_ns % ns_per_s};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr) != 0) {
  }
}

/// Sleeps until `deadline_ns` in pieces, so that a slow rate does not delay the end of a run.
/// Returns false when `stopped()` came true first.
template <class Stopped>
bool sleep_until_ns(int64_t deadline_ns, Stopped&& stopped) {
  constexpr int64_t piece_ns = ns_per_s / 10;
  for (int64_t now = now_ns(); deadline_ns - now > piece_ns; now = now_ns()) {
    if (stopped()) return false;
    sleep_until_ns(now + piece_ns);
  }
  sleep_until_ns(deadline_ns);
  return !stopped();
}

inline void cpu_relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");  // as base::cpu_relax() does
#endif
}

}  // namespace perf
