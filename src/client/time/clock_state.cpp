// SPDX-License-Identifier: Apache-2.0
#include "client/time/clock_state.hpp"

#include <fmt/format.h>

#include <exception>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "client/time/clock_type_name.hpp"

namespace baton::client {
namespace {

/// The time may be anything a publisher of /clock sent, so the difference may not fit.
std::int64_t saturated_difference(std::int64_t left_ns, std::int64_t right_ns) {
  std::int64_t difference_ns = 0;
  if (!__builtin_sub_overflow(left_ns, right_ns, &difference_ns)) return difference_ns;
  return left_ns > right_ns ? INT64_MAX : INT64_MIN;
}

}  // namespace

/// One change of simulated time, from construction to destruction. The clock's mutex keeps several
/// changes apart.
class ClockState::Change {
 public:
  explicit Change(ClockState& clock) : clock_(clock), lock_(admitted(clock)) {
    clock_.changing_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  }
  ~Change() { clock_.changing_thread_.store({}, std::memory_order_relaxed); }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

  /// Calls the callbacks before the jump, `store()`, the sleepers, and the callbacks after it. All
  /// of it happens whatever a callback throws. Throws the first exception at the end.
  template <class Store>
  void make(const rcl_time_jump_t& jump, Store&& store) {
    auto& handlers = clock_.jump_handlers();
    const auto affected = handlers.affected_by(jump);
    std::exception_ptr thrown;
    try {
      handlers.call_before(affected);
    } catch (...) {
      thrown = std::current_exception();
    }
    store();
    clock_.sleepers_.wake();
    try {
      handlers.call_after(affected, jump);
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
    if (thrown) std::rethrow_exception(thrown);
  }

 private:
  static std::mutex& admitted(ClockState& clock) {
    if (clock.type_ != RCL_ROS_TIME) {
      throw exceptions::RCLError(
          fmt::format("time can be simulated on RCL_ROS_TIME clocks only, not {}",
                      clock_type_name(clock.type_)));
    }
    if (clock.changing_thread_.load(std::memory_order_relaxed) == std::this_thread::get_id()) {
      throw exceptions::RCLError(
          "a jump callback cannot set the time of its own clock: do it after the callback "
          "returned");
    }
    return clock.change_mutex_;
  }

  ClockState& clock_;
  std::lock_guard<std::mutex> lock_;
};

ClockState::ClockState(rcl_clock_type_t type) : type_(type) {
  switch (type) {
    case RCL_CLOCK_UNINITIALIZED:
    case RCL_ROS_TIME:
    case RCL_SYSTEM_TIME:
    case RCL_STEADY_TIME:
      return;
  }
  throw exceptions::RCLInvalidArgument(
      fmt::format("{} is no clock type: use RCL_SYSTEM_TIME, RCL_STEADY_TIME or RCL_ROS_TIME",
                  static_cast<int>(type)));
}

void ClockState::require_time() const {
  if (type_ != RCL_CLOCK_UNINITIALIZED) return;
  throw exceptions::RCLError(
      "a clock of type RCL_CLOCK_UNINITIALIZED has no time: make it with "
      "RCL_SYSTEM_TIME, RCL_STEADY_TIME or RCL_ROS_TIME");
}

std::int64_t ClockState::now_ns() const {
  if (type_ == RCL_CLOCK_UNINITIALIZED) return 0;
  if (type_ == RCL_STEADY_TIME) return base::monotonic_ns();
  if (is_simulated()) return simulated_ns_.load(std::memory_order_acquire);  // [time/now] reader
  return base::realtime_ns();
}

void ClockState::simulate(bool on) {
  Change change(*this);
  if (is_simulated() == on) return;
  rcl_time_jump_t jump{};
  jump.clock_change = on ? RCL_ROS_TIME_ACTIVATED : RCL_ROS_TIME_DEACTIVATED;
  // [time/now] changer: the time was stored before the flag rises
  change.make(jump, [&] { simulated_.store(on, std::memory_order_release); });
}

void ClockState::set_simulated_time(std::int64_t time_ns) {
  Change change(*this);
  // [time/now] changer
  const auto store = [&] { simulated_ns_.store(time_ns, std::memory_order_release); };
  if (!is_simulated()) return store();
  rcl_time_jump_t jump{};
  jump.clock_change = RCL_ROS_TIME_NO_CHANGE;
  jump.delta.nanoseconds = saturated_difference(
      time_ns, simulated_ns_.load(std::memory_order_relaxed));  // under the mutex
  change.make(jump, store);
}

}  // namespace baton::client
