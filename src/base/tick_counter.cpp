// SPDX-License-Identifier: Apache-2.0
#include "base/tick_counter.hpp"

#include <time.h>

#include <cstdio>
#include <cstring>

namespace baton::base {
namespace {

#if defined(__x86_64__)
constexpr char counter_name[] = "tsc\n";
#elif defined(__aarch64__)
constexpr char counter_name[] = "arch_sys_counter\n";
#else
constexpr char counter_name[] = "";  // no file says that
#endif

bool kernel_keeps_time_by_counter() noexcept {
  char source[32] = {};
  if (FILE* file =
          std::fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re")) {
    const bool read = std::fgets(source, sizeof source, file) != nullptr;
    std::fclose(file);
    return read && std::strcmp(source, counter_name) == 0;
  }
  return false;
}

/// Clock and counter at one moment.
struct Reading {
  int64_t ns = 0;
  uint64_t ticks = 0;
};

/// Takes the fastest of a few readings: in the others the thread was interrupted.
Reading read_both() noexcept {
  Reading best;
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < 5; ++i) {
    const uint64_t before = read_counter();
    const int64_t ns =
        // Like the counter, this clock goes on while the machine is suspended.
        detail::clock_ns(CLOCK_BOOTTIME);
    const uint64_t took = read_counter() - before;
    if (took >= shortest) continue;
    shortest = took;
    best = {ns, before + took / 2};
  }
  return best;
}

const Reading& first_reading() noexcept {
  static const Reading first = read_both();
  return first;
}

double measure_ns_per_tick() noexcept {
  constexpr int64_t least_ns = 20'000'000;
  Reading first = first_reading();
  for (;;) {
    const Reading now = read_both();
    // The counter began anew because the machine was suspended.
    if (now.ticks < first.ticks) first = now;
    const int64_t passed_ns = now.ns - first.ns;
    if (passed_ns >= least_ns) {
      return static_cast<double>(passed_ns) / static_cast<double>(now.ticks - first.ticks);
    }
    const timespec pause{0, static_cast<long>(least_ns - passed_ns)};
    nanosleep(&pause, nullptr);  // a signal ended the pause: measure again
  }
}

}  // namespace

bool counter_is_trusted() noexcept {
  static const bool trusted = kernel_keeps_time_by_counter();
  return trusted;
}

Stopwatch::Stopwatch() noexcept { first_reading(); }

double Stopwatch::ns_per_tick() const noexcept {
  if (!counts_) return 1;
  static const double measured = measure_ns_per_tick();
  return measured;
}

}  // namespace baton::base
