// SPDX-License-Identifier: Apache-2.0
// The functions of C on timers.
#include <baton/ros_c/rcl_timer.h>

#include <chrono>

#include "client/executor/timer_state.hpp"

namespace {

constexpr int ok = 0;
constexpr int invalid_argument = 11;

}  // namespace

extern "C" {

int rcl_timer_get_period(const rcl_timer_t* timer, int64_t* period) {
  if (timer == nullptr || period == nullptr) return invalid_argument;
  *period = timer->state->period().count();
  return ok;
}

int rcl_timer_exchange_period(const rcl_timer_t* timer, int64_t new_period, int64_t* old_period) {
  if (timer == nullptr || old_period == nullptr || new_period < 0) return invalid_argument;
  *old_period = timer->state->exchange_period(std::chrono::nanoseconds(new_period)).count();
  return ok;
}

}  // extern "C"
