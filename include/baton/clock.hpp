// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include <baton/ros_c/rcl_time.h>
#include <baton/duration.hpp>
#include <baton/namespaces.hpp>
#include <baton/time.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class ClockState;
}  // namespace baton::client

namespace rclcpp {

class Context;

using TimeJump = rcl_time_jump_t;

/// The callbacks for jumps of a clock's time; made by Clock::create_jump_callback.
class JumpHandler {
 public:
  using SharedPtr = std::shared_ptr<JumpHandler>;
  using ConstSharedPtr = std::shared_ptr<const JumpHandler>;
  using WeakPtr = std::weak_ptr<JumpHandler>;
  using UniquePtr = std::unique_ptr<JumpHandler>;
  using pre_callback_t = std::function<void()>;
  using post_callback_t = std::function<void(const rcl_time_jump_t&)>;

  JumpHandler(pre_callback_t before, post_callback_t after, const rcl_jump_threshold_t& threshold)
      : pre_callback(std::move(before)),
        post_callback(std::move(after)),
        notice_threshold(threshold) {}

  pre_callback_t pre_callback;
  post_callback_t post_callback;
  rcl_jump_threshold_t notice_threshold;
};

/// Tells the time and sleeps by it. System time since 1970 (RCL_SYSTEM_TIME), CLOCK_MONOTONIC
/// (RCL_STEADY_TIME, comparable with std::chrono::steady_clock), or ROS time (RCL_ROS_TIME):
/// simulated time while a time source has it active, else system time.
///
/// Copies are the same clock. Thread safety: all members. Clocks of type RCL_CLOCK_UNINITIALIZED
/// tell no time: what needs it throws exceptions::RCLError.
class BATON_PUBLIC Clock {
 public:
  using SharedPtr = std::shared_ptr<Clock>;
  using ConstSharedPtr = std::shared_ptr<const Clock>;
  using WeakPtr = std::weak_ptr<Clock>;
  using ConstWeakPtr = std::weak_ptr<const Clock>;
  using UniquePtr = std::unique_ptr<Clock>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<Clock>(std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  static UniquePtr make_unique(Arguments&&... arguments) {
    return std::make_unique<Clock>(std::forward<Arguments>(arguments)...);
  }

  /// Throws exceptions::RCLInvalidArgument for what is no rcl_clock_type_t.
  explicit Clock(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);

  Time now() const;
  rcl_clock_type_t get_clock_type() const noexcept;

  /// Blocks until the clock reaches `until`, and returns true; at once if that time is past. False
  /// when the sleep was cancelled, the context shut down, or when ROS time began or ceased to be
  /// simulated meanwhile: then the caller knows whether to sleep again. In simulated time the sleep
  /// ends only when the simulation reaches `until`. Throws std::runtime_error when `until` is of
  /// another clock type.
  ///
  /// Without a context argument the default context counts, from init() on. With a context that is
  /// null, was not initialised or was shut down, this and the next functions throw
  /// std::runtime_error.
  bool sleep_until(Time until);
  bool sleep_until(Time until, std::shared_ptr<Context> context);
  /// sleep_until(now() + duration).
  bool sleep_for(Duration duration);
  bool sleep_for(Duration duration, std::shared_ptr<Context> context);

  /// True when the time is not 0, where simulated time stands before its first message.
  bool started();
  /// Blocks until started(); false when cancelled or the context was shut down.
  bool wait_until_started();
  bool wait_until_started(std::shared_ptr<Context> context);
  /// Blocks for `timeout` of steady time at most; returns started(). `wait_tick` is of no use here:
  /// nothing polls.
  bool wait_until_started(const Duration& timeout);
  bool wait_until_started(const Duration& timeout, std::shared_ptr<Context> context,
                          const Duration& wait_tick = Duration(0, 10'000'000));

  /// Ends all sleeps and waits on this clock. If no thread sleeps it ends the next sleep, so that a
  /// thread that is about to sleep is not missed.
  void cancel_sleep_or_wait();

  /// Throws exceptions::RCLError when the clock is not of type RCL_ROS_TIME.
  bool ros_time_is_active() const;

  /// Both callbacks (either may be empty) are called for jumps of simulated time of at least the
  /// threshold, one before and one after, on the thread that receives the time. The clock's mutex
  /// is held then: they may read the clock and make or drop handlers, but not set its time. If one
  /// throws, the caller that set the time gets the exception after all callbacks were called.
  ///
  /// When the pointer that is returned is gone the callbacks neither run nor will; giving it up
  /// waits for one that runs in another thread. Throws exceptions::RCLInvalidArgument for a forward
  /// threshold below or a backward threshold above zero.
  JumpHandler::SharedPtr create_jump_callback(JumpHandler::pre_callback_t pre_callback,
                                              JumpHandler::post_callback_t post_callback,
                                              const rcl_jump_threshold_t& threshold);

  /// While the mutex is held, simulated time does not move.
  std::mutex& get_clock_mutex() noexcept;

  /// Used by time sources and executors.
  const std::shared_ptr<client::ClockState>& state() const { return state_; }

 private:
  std::shared_ptr<client::ClockState> state_;
};

/// A Clock of type RCL_ROS_TIME. A node's clock has a time source. Without one the clock tells
/// system time.
class BATON_PUBLIC ROSClock : public Clock {
 public:
  using SharedPtr = std::shared_ptr<ROSClock>;

  ROSClock() : Clock(RCL_ROS_TIME) {}
};

}  // namespace rclcpp
