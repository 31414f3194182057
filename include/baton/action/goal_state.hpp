// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include <baton/action/types.hpp>
#include <baton/visibility.hpp>

namespace baton::action {

/// What happens to a goal at its server.
enum class GoalEvent { execute, cancel_goal, succeed, abort, canceled };

/// The status behind `event`; none if that is not possible in `status`.
BATON_PUBLIC std::optional<std::int8_t> next_status(std::int8_t status, GoalEvent event) noexcept;
BATON_PUBLIC bool is_terminal(std::int8_t status) noexcept;

/// A goal that a server has accepted. Thread safety: all members.
class BATON_PUBLIC GoalState {
 public:
  explicit GoalState(const GoalInfo& info) : info_(info) {}

  const GoalUUID& id() const { return info_.goal_id.uuid; }
  const GoalInfo& info() const { return info_; }
  /// Relaxed: a result is handed on by the lock of its server.
  std::int8_t status() const noexcept { return status_.load(std::memory_order_relaxed); }
  /// False, and nothing happens, if the event is not possible now. Of several threads one succeeds.
  bool try_step(GoalEvent event) noexcept;
  /// Throws baton::exceptions::RCLError if it is not possible.
  void step(GoalEvent event);
  /// To CANCELED, whatever the goal was doing. False if it has ended already.
  bool give_up() noexcept;

 private:
  const GoalInfo info_;
  std::atomic<std::int8_t> status_{GoalStatus::STATUS_ACCEPTED};
};

}  // namespace baton::action
