// SPDX-License-Identifier: Apache-2.0
// How tests wait: for a condition, with a deadline.
#pragma once

#include <time.h>

#include <chrono>

namespace baton::testing {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int slowness = 4;
#else
inline constexpr int slowness = 1;
#endif

/// Generous: it is only ever waited out by a test that fails.
inline constexpr std::chrono::nanoseconds default_deadline = std::chrono::seconds(10 * slowness);

/// True as soon as `condition()` is, false after `deadline`.
template <class Condition>
bool wait_until(Condition&& condition, std::chrono::nanoseconds deadline = default_deadline) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  for (;;) {
    if (condition()) return true;
    if (std::chrono::steady_clock::now() >= end) return condition();
    const timespec pause{0, 200'000};
    // lint-ok: no_sleep_in_tests: the one poll that all tests share
    nanosleep(&pause, nullptr);
  }
}

/// True if `condition()` stays true for `period`: for what must not happen.
template <class Condition>
bool stays_true(Condition&& condition, std::chrono::nanoseconds period) {
  return !wait_until([&] { return !condition(); }, period);
}

}  // namespace baton::testing
