// SPDX-License-Identifier: Apache-2.0
#include "client/time/sleep.hpp"

#include <stdexcept>

#include "base/clock.hpp"
#include "client/time/checked_arithmetic.hpp"
#include "client/time/clock_state.hpp"

namespace baton::client {
namespace {

bool is_interrupted(const SleepInterrupter* interrupter) {
  return interrupter != nullptr && interrupter->interrupted();
}

std::shared_ptr<void> wake_when_interrupted(const std::shared_ptr<ClockState>& clock,
                                            SleepInterrupter* interrupter) {
  if (interrupter == nullptr) return nullptr;
  return interrupter->on_interrupt([clock] { clock->sleepers().wake(); });
}

/// Simulated time has no alarm: the thread that sets it wakes the sleepers.
std::optional<Alarm> alarm_of(const ClockState& clock, bool simulated, std::int64_t at_ns) {
  if (simulated) return std::nullopt;
  const bool steady = clock.type() == RCL_STEADY_TIME;
  return Alarm{steady ? Alarm::Clock::steady : Alarm::Clock::system, at_ns};
}

void require_same_type(const ClockState& clock, const Time& until) {
  clock.require_time();
  if (until.get_clock_type() == clock.type()) return;
  throw std::runtime_error("until's clock type does not match this clock's type");
}

}  // namespace

bool sleep_until(const Clock& clock, const Time& until, SleepInterrupter* interrupter) {
  const auto state = clock.state();
  require_same_type(*state, until);
  const std::int64_t until_ns = until.nanoseconds();
  const bool simulated = state->is_simulated();
  const auto ended_early = [&] {
    return state->is_simulated() != simulated || is_interrupted(interrupter);
  };
  const auto handle = wake_when_interrupted(state, interrupter);
  const bool ended = state->sleepers().wait(alarm_of(*state, simulated, until_ns), [&] {
    return ended_early() || state->now_ns() >= until_ns;
  });
  return ended && !ended_early() && state->now_ns() >= until_ns;
}

bool sleep_for(const Clock& clock, const Duration& duration, SleepInterrupter* interrupter) {
  return sleep_until(clock, clock.now() + duration, interrupter);
}

bool wait_until_started(const Clock& clock, const std::optional<Duration>& timeout,
                        SleepInterrupter* interrupter) {
  const auto state = clock.state();
  state->require_time();
  std::optional<Alarm> alarm;
  if (timeout) {
    alarm =
        Alarm{Alarm::Clock::steady, saturated_sum(base::monotonic_ns(), timeout->nanoseconds())};
  }
  const auto started = [&] { return state->now_ns() != 0; };
  const auto handle = wake_when_interrupted(state, interrupter);
  state->sleepers().wait(alarm, [&] {
    return started() || is_interrupted(interrupter) ||
           (alarm && base::monotonic_ns() >= alarm->at_ns);
  });
  return started();
}

}  // namespace baton::client
