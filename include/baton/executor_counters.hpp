// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <cstdint>

namespace rclcpp {

/// What an executor has done since it was created. Snapshots; every figure only grows.
struct ExecutorCounters {
  std::uint64_t executed = 0;  ///< callbacks run
  std::uint64_t waits = 0;     ///< looks for work, most of them asleep
  std::uint64_t busy_ns = 0;   ///< spent in callbacks, over all threads
  std::uint64_t longest_callback_ns = 0;
  std::uint64_t delay_ns = 0;          ///< from being found ready to the callback, summed
  std::uint64_t longest_delay_ns = 0;  ///< large: something starved behind long callbacks
};

}  // namespace rclcpp
