// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include <baton/ros_c/rcl_timer.h>
#include <baton/clock.hpp>
#include <baton/context.hpp>
#include <baton/executable.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class TimerState;
}  // namespace baton::client

namespace rclcpp {

class TimerBase;
struct TimerInfo;

using VoidCallbackType = std::function<void()>;
using TimerCallbackType = std::function<void(TimerBase&)>;
using TimerInfoCallbackType = std::function<void(const TimerInfo&)>;

/// When a timer was called for, and when it was called, in the time of its clock.
struct TimerInfo {
  Time expected_call_time;
  Time actual_call_time;
};

/// Calls its callback once per period of its clock, from an executor. Periods that pass while no
/// executor looks are merged; the phase is kept. Thread safety: all members.
class BATON_PUBLIC TimerBase : public Executable {
 public:
  using SharedPtr = std::shared_ptr<TimerBase>;
  using ConstSharedPtr = std::shared_ptr<const TimerBase>;
  using WeakPtr = std::weak_ptr<TimerBase>;
  using UniquePtr = std::unique_ptr<TimerBase>;

  /// Throws std::invalid_argument for a negative period. `autostart` false: cancelled until
  /// reset().
  TimerBase(Clock::SharedPtr clock, std::chrono::nanoseconds period, Context::SharedPtr context,
            bool autostart = true);
  ~TimerBase() override;

  void cancel();
  bool is_canceled();
  /// The next call is due one period from now. Also restarts a cancelled timer.
  void reset();
  /// From now on each reset() calls `callback` with 1; earlier ones that it was not told of are
  /// passed at once, as their number. Throws std::invalid_argument for an empty one.
  void set_on_reset_callback(std::function<void(std::size_t)> callback);
  void clear_on_reset_callback();
  bool is_ready();
  bool is_steady() const;
  Clock::SharedPtr get_clock() const;
  /// Negative when it is overdue; the longest time when it is cancelled.
  std::chrono::nanoseconds time_until_trigger();
  std::chrono::nanoseconds time_until_next_call() { return time_until_trigger(); }
  std::chrono::nanoseconds get_period() const;
  /// For rcl_timer_exchange_period() and its kin.
  std::shared_ptr<const rcl_timer_t> get_timer_handle();
  /// Marks one call as done: the timer is ready again a period later. Returns what
  /// execute_callback() takes; null if the timer is not ready: then nothing changes. For programs
  /// with a WaitSet.
  std::shared_ptr<void> call();
  /// Runs the callback for that call; for null for the last one, ready or not.
  void execute_callback(const std::shared_ptr<void>& data = nullptr);

 protected:
  bool execute_next(Taken taken, void* context) override;
  void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override;

 private:
  virtual void run(const TimerInfo& info) = 0;

  std::recursive_mutex reset_mutex_;  // covers what follows, and is held while the callback runs
  std::size_t untold_resets_ = 0;
  std::function<void(std::size_t)> on_reset_;

  const std::shared_ptr<client::TimerState> state_;
};

/// A timer whose callback takes nothing, the timer, or its TimerInfo.
template <class Functor>
class GenericTimer : public TimerBase {
 public:
  using SharedPtr = std::shared_ptr<GenericTimer>;
  using WeakPtr = std::weak_ptr<GenericTimer>;
  using UniquePtr = std::unique_ptr<GenericTimer>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<GenericTimer>(std::forward<Arguments>(arguments)...);
  }

  GenericTimer(Clock::SharedPtr clock, std::chrono::nanoseconds period, Functor&& callback,
               Context::SharedPtr context, bool autostart = true)
      : TimerBase(std::move(clock), period, std::move(context), autostart),
        callback_(std::forward<Functor>(callback)) {}

 private:
  void run(const TimerInfo& info) override {
    if constexpr (std::is_invocable_v<Function&>) {
      callback_();
    } else if constexpr (std::is_invocable_v<Function&, TimerBase&>) {
      callback_(*this);
    } else {
      static_assert(std::is_invocable_v<Function&, const TimerInfo&>,
                    "a timer's callback takes nothing, TimerBase& or const TimerInfo&");
      callback_(info);
    }
  }

  using Function = std::decay_t<Functor>;
  Function callback_;
};

/// A timer of the steady clock.
template <class Functor>
class WallTimer : public GenericTimer<Functor> {
 public:
  using SharedPtr = std::shared_ptr<WallTimer>;
  using WeakPtr = std::weak_ptr<WallTimer>;
  using UniquePtr = std::unique_ptr<WallTimer>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<WallTimer>(std::forward<Arguments>(arguments)...);
  }

  WallTimer(std::chrono::nanoseconds period, Functor&& callback, Context::SharedPtr context,
            bool autostart = true)
      : GenericTimer<Functor>(std::make_shared<Clock>(RCL_STEADY_TIME), period,
                              std::forward<Functor>(callback), std::move(context), autostart) {}
};

}  // namespace rclcpp
