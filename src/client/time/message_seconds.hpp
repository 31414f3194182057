// SPDX-License-Identifier: Apache-2.0
// How nanoseconds stand in messages: `sec` rounded down, `nanosec` always counts upwards.
#pragma once

#include <cstdint>
#include <limits>

namespace baton::client {

inline constexpr std::int64_t ns_per_s = 1'000'000'000;

/// Saturates at what the message can hold. Message: `sec` of 32 bits with a sign, `nanosec`.
template <class Message>
Message split_seconds(std::int64_t nanoseconds) {
  std::int64_t seconds = nanoseconds / ns_per_s;
  std::int64_t rest_ns = nanoseconds % ns_per_s;
  if (rest_ns < 0) {
    --seconds;
    rest_ns += ns_per_s;
  }
  if (seconds > std::numeric_limits<std::int32_t>::max()) {
    seconds = std::numeric_limits<std::int32_t>::max();
    rest_ns = ns_per_s - 1;
  } else if (seconds < std::numeric_limits<std::int32_t>::min()) {
    seconds = std::numeric_limits<std::int32_t>::min();
    rest_ns = 0;
  }
  Message message;
  message.sec = static_cast<std::int32_t>(seconds);
  message.nanosec = static_cast<std::uint32_t>(rest_ns);
  return message;
}

/// Does not overflow: 32 bits of seconds are far less than 64 bits of nanoseconds.
inline constexpr std::int64_t joined_ns(std::int32_t seconds, std::uint32_t nanoseconds) {
  return std::int64_t{seconds} * ns_per_s + nanoseconds;
}

}  // namespace baton::client
