// SPDX-License-Identifier: Apache-2.0
#include <baton/action/goal_state.hpp>

#include <string>

#include <baton/exceptions.hpp>

namespace baton::action {
namespace {

const char* event_name(GoalEvent event) {
  switch (event) {
    case GoalEvent::execute:
      return "execute()";
    case GoalEvent::cancel_goal:
      return "cancelling";
    case GoalEvent::succeed:
      return "succeed()";
    case GoalEvent::abort:
      return "abort()";
    case GoalEvent::canceled:
      return "canceled()";
  }
  return "?";
}

/// What cures it.
const char* advice(std::int8_t status, GoalEvent event) {
  if (is_terminal(status)) return "a goal ends once";
  if (event == GoalEvent::canceled) return "only a goal whose cancellation was accepted can be";
  if (status == GoalStatus::STATUS_ACCEPTED) return "call execute() first";
  return "it has begun already";
}

}  // namespace

bool is_terminal(std::int8_t status) noexcept {
  return status == GoalStatus::STATUS_SUCCEEDED || status == GoalStatus::STATUS_CANCELED ||
         status == GoalStatus::STATUS_ABORTED;
}

std::optional<std::int8_t> next_status(std::int8_t status, GoalEvent event) noexcept {
  const bool accepted = status == GoalStatus::STATUS_ACCEPTED;
  const bool executing = status == GoalStatus::STATUS_EXECUTING;
  const bool canceling = status == GoalStatus::STATUS_CANCELING;
  switch (event) {
    case GoalEvent::execute:
      if (accepted) return GoalStatus::STATUS_EXECUTING;
      break;
    case GoalEvent::cancel_goal:
      if (accepted || executing) return GoalStatus::STATUS_CANCELING;
      break;
    case GoalEvent::succeed:
      if (executing || canceling) return GoalStatus::STATUS_SUCCEEDED;
      break;
    case GoalEvent::abort:
      if (executing || canceling) return GoalStatus::STATUS_ABORTED;
      break;
    case GoalEvent::canceled:
      if (canceling) return GoalStatus::STATUS_CANCELED;
      break;
  }
  return std::nullopt;
}

bool GoalState::try_step(GoalEvent event) noexcept {
  std::int8_t now = status();
  for (;;) {
    const auto next = next_status(now, event);
    if (!next) return false;
    if (status_.compare_exchange_weak(now, *next, std::memory_order_relaxed,
                                      std::memory_order_relaxed)) {
      return true;
    }
  }
}

void GoalState::step(GoalEvent event) {
  if (try_step(event)) return;
  const std::int8_t now = status();
  throw baton::exceptions::RCLError("goal " + to_string(id()) + " is " + status_name(now) +
                                    ", so " + event_name(event) +
                                    " is not possible: " + advice(now, event));
}

bool GoalState::give_up() noexcept {
  try_step(GoalEvent::cancel_goal);
  return try_step(GoalEvent::canceled);
}

}  // namespace baton::action
