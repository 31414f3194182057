// SPDX-License-Identifier: Apache-2.0
// When a timer is due, by its own clock, and how the executor that waits for it learns of it.
//
// Thread safety: all of it; one mutex. The clock calls it back under the clock's own mutex, so the
// clock is read without this one held.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <baton/clock.hpp>
#include <baton/executable.hpp>

namespace baton::client {

class Dispatcher;

class TimerState : public std::enable_shared_from_this<TimerState> {
 public:
  TimerState(Clock::SharedPtr clock, std::chrono::nanoseconds period, bool started);

  struct Call {
    std::int64_t expected_ns;
    std::int64_t actual_ns;
  };
  /// Moves on to the next period; nothing if it is not due.
  std::optional<Call> take();
  Call last_call() const;
  void cancel();
  void reset();
  bool is_cancelled() const;
  /// Of its clock; nothing if it is cancelled.
  std::optional<std::int64_t> time_left_ns() const;

  /// `timer` is the entity that the dispatcher runs; a null dispatcher: none waits for it any more.
  void attach(const std::shared_ptr<Dispatcher>& dispatcher, const Executable& timer,
              const std::weak_ptr<void>& self);
  /// Tells the dispatcher anew when it is due.
  void reschedule();
  /// On CLOCK_MONOTONIC; TimerQueue::never_ns when it cannot be known.
  std::int64_t due_steady_ns() const;

  const Clock::SharedPtr& clock() const { return clock_; }
  std::chrono::nanoseconds period() const;
  /// The old one. What is awaited now stays where it is.
  std::chrono::nanoseconds exchange_period(std::chrono::nanoseconds period);

 private:
  std::int64_t now_ns() const;
  void before_jump();
  void after_jump(const rcl_time_jump_t& jump);
  // These two are called with the mutex.
  void begin_period(std::int64_t now_ns);
  void begin_again_if_set_back(std::int64_t now_ns);

  const Clock::SharedPtr clock_;
  std::atomic<std::uint64_t> changes_{0};  // counts calls of reschedule()
  mutable std::mutex mutex_;               // covers what follows
  std::chrono::nanoseconds period_;
  bool cancelled_;
  std::int64_t began_ns_;  // the last call, or the start
  std::int64_t next_ns_;
  std::int64_t left_before_jump_ns_ = 0;
  Call last_call_{};
  std::weak_ptr<Dispatcher> dispatcher_;
  const Executable* timer_ = nullptr;
  std::weak_ptr<void> self_;
  std::shared_ptr<void> clock_watch_;  // while attached, of a clock that may be simulated
};

}  // namespace baton::client

/// What TimerBase::get_timer_handle() leads to.
struct rcl_timer_s {
  std::shared_ptr<baton::client::TimerState> state;
};
