// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include <baton/contexts/default_context.hpp>
#include <baton/memory_strategy.hpp>
#include <baton/namespaces.hpp>

namespace rclcpp {

struct ExecutorOptions {
  /// Not used: see MemoryStrategy.
  baton::memory_strategy::MemoryStrategy::SharedPtr memory_strategy;
  /// The context of the executor's nodes. Must be valid before the executor is made.
  Context::SharedPtr context = contexts::get_global_default_context();
  /// Not used: nothing has to be counted beforehand.
  std::size_t max_conditions = 0;
  /// How long the executor polls before it sleeps: trades a core for the price of a wake-up. Not in
  /// rclcpp.
  std::chrono::nanoseconds spin{0};
  /// Threads in spin() ask the kernel for short slices: a thread that is woken on its publisher's
  /// core then runs at once, and publish() returns after it. A hint, from Linux 6.12 on; see
  /// docs/executor.md. Not in rclcpp.
  bool short_slices = false;
};

}  // namespace rclcpp
