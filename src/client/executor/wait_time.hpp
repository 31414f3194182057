// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "transport/port/wait_set.hpp"

namespace baton::client {

/// How long to wait: negative times, and those that no clock could count to, are for ever.
inline std::int64_t wait_time_ns(std::chrono::nanoseconds timeout) {
  constexpr std::chrono::nanoseconds longest = std::chrono::hours(24 * 365 * 100);
  return timeout.count() < 0 || timeout > longest ? transport::wait_forever : timeout.count();
}

}  // namespace baton::client
