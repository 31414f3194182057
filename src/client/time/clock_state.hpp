// SPDX-License-Identifier: Apache-2.0
// What all copies of a Clock share: its type, its simulated time, the threads that wait for it and
// the callbacks for its jumps.
//
// Thread safety: all members. change_mutex() is held for a whole change of simulated time,
// callbacks included; reading the time takes no lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include <baton/clock.hpp>

#include "client/time/jump_handlers.hpp"
#include "client/time/sleepers.hpp"

namespace baton::client {

class ClockState {
 public:
  /// Throws exceptions::RCLInvalidArgument.
  explicit ClockState(rcl_clock_type_t type);

  rcl_clock_type_t type() const { return type_; }
  /// Throws exceptions::RCLError for an uninitialized clock.
  void require_time() const;
  /// 0 for an uninitialized clock.
  std::int64_t now_ns() const;
  /// False for clocks of other types than RCL_ROS_TIME.
  // [time/now] reader
  bool is_simulated() const { return simulated_.load(std::memory_order_acquire); }

  /// These two throw exceptions::RCLError for clocks of other types than RCL_ROS_TIME, and when
  /// they are called from a jump callback of the same clock.
  void simulate(bool on);
  void set_simulated_time(std::int64_t time_ns);

  std::mutex& change_mutex() { return change_mutex_; }
  JumpHandlers& jump_handlers() { return *jump_handlers_; }
  Sleepers& sleepers() { return sleepers_; }

 private:
  class Change;

  const rcl_clock_type_t type_;
  std::mutex change_mutex_;
  /// The thread that is in a change; a thread compares it with itself only.
  std::atomic<std::thread::id> changing_thread_{};
  // Both written under change_mutex_, read by every thread that asks for the time. The time is
  // stored before the flag rises, so that no thread sees simulated time without a value.
  std::atomic<std::int64_t> simulated_ns_{0};
  std::atomic<bool> simulated_{false};
  const std::shared_ptr<JumpHandlers> jump_handlers_ = std::make_shared<JumpHandlers>();
  Sleepers sleepers_;
};

}  // namespace baton::client
