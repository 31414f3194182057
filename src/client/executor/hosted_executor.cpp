// SPDX-License-Identifier: Apache-2.0
#include <baton/executors/hosted_executor.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/clock.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/executor/timer_queue.hpp"

namespace rclcpp::executors {

HostedExecutor::~HostedExecutor() {
  if (armed_) dispatcher().wait_set()->wake_outside();
}

int HostedExecutor::descriptor() const { return dispatcher().wait_set()->bell_fd(); }

std::chrono::nanoseconds HostedExecutor::run_ready() {
  constexpr std::chrono::nanoseconds at_once(0);
  constexpr std::chrono::nanoseconds never(-1);
  client::Dispatcher& found = dispatcher();
  found.require_own_process();
  if (std::exchange(armed_, false)) found.wait_set()->wake_outside();
  spin_some();
  if (found.has_found()) return at_once;
  const std::int64_t due_ns = found.timers().first_due_ns();
  if (due_ns != client::TimerQueue::never_ns && due_ns <= base::monotonic_ns()) return at_once;
  armed_ = found.wait_set()->sleep_outside();
  if (!armed_) return at_once;
  if (due_ns == client::TimerQueue::never_ns) return never;
  return std::chrono::nanoseconds(std::max<std::int64_t>(0, due_ns - base::monotonic_ns()));
}

}  // namespace rclcpp::executors
