// SPDX-License-Identifier: Apache-2.0
// How long a stress test runs: two seconds, or BATON_STRESS_SECONDS.
#pragma once

#include <chrono>
#include <cstdlib>

namespace baton::stress {

inline std::chrono::nanoseconds stress_duration() {
  const char* text = std::getenv("BATON_STRESS_SECONDS");
  const double seconds = text == nullptr ? 0 : std::strtod(text, nullptr);
  return std::chrono::nanoseconds(static_cast<std::int64_t>((seconds > 0 ? seconds : 2) * 1e9));
}

}  // namespace baton::stress
