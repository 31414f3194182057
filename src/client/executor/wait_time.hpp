// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "base/longest_wait.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

/// How long to wait: negative times, and those that no clock could count to, are for ever.
inline std::int64_t wait_time_ns(std::chrono::nanoseconds timeout) {
  const std::int64_t ns = timeout.count();
  return ns < 0 || ns > base::longest_wait_ns ? transport::wait_forever : ns;
}

}  // namespace baton::client
