// SPDX-License-Identifier: Apache-2.0
// The states of a lifecycle node and the ways between them, in the order in which nodes list them.
// Numbers and labels are those of lifecycle_msgs and of ROS's nodes, so that tools know them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>

#include "base/transitions.hpp"

namespace baton::lifecycle {

enum class StateId : std::uint8_t {
  unknown = lifecycle_msgs::msg::State::PRIMARY_STATE_UNKNOWN,
  unconfigured = lifecycle_msgs::msg::State::PRIMARY_STATE_UNCONFIGURED,
  inactive = lifecycle_msgs::msg::State::PRIMARY_STATE_INACTIVE,
  active = lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE,
  finalized = lifecycle_msgs::msg::State::PRIMARY_STATE_FINALIZED,
  configuring = lifecycle_msgs::msg::State::TRANSITION_STATE_CONFIGURING,
  cleaning_up = lifecycle_msgs::msg::State::TRANSITION_STATE_CLEANINGUP,
  shutting_down = lifecycle_msgs::msg::State::TRANSITION_STATE_SHUTTINGDOWN,
  activating = lifecycle_msgs::msg::State::TRANSITION_STATE_ACTIVATING,
  deactivating = lifecycle_msgs::msg::State::TRANSITION_STATE_DEACTIVATING,
  error_processing = lifecycle_msgs::msg::State::TRANSITION_STATE_ERRORPROCESSING,
};

/// What a user asks for, and what a callback returned.
enum class Trigger { configure, cleanup, activate, deactivate, shutdown, success, failure, error };

struct NamedState {
  StateId id;
  const char* label;
};

inline constexpr std::array<NamedState, 11> all_states{{
    {StateId::unknown, "unknown"},
    {StateId::unconfigured, "unconfigured"},
    {StateId::inactive, "inactive"},
    {StateId::active, "active"},
    {StateId::finalized, "finalized"},
    {StateId::configuring, "configuring"},
    {StateId::cleaning_up, "cleaningup"},
    {StateId::shutting_down, "shuttingdown"},
    {StateId::activating, "activating"},
    {StateId::deactivating, "deactivating"},
    {StateId::error_processing, "errorprocessing"},
}};

constexpr const char* label_of(StateId id) {
  for (const NamedState& each : all_states) {
    if (each.id == id) return each.label;
  }
  return "unknown";
}

constexpr const char* label_of(Trigger trigger) {
  switch (trigger) {
    case Trigger::configure:
      return "configure";
    case Trigger::cleanup:
      return "cleanup";
    case Trigger::activate:
      return "activate";
    case Trigger::deactivate:
      return "deactivate";
    case Trigger::shutdown:
      return "shutdown";
    case Trigger::success:
      return "transition_success";
    case Trigger::failure:
      return "transition_failure";
    case Trigger::error:
      return "transition_error";
  }
  return "";
}

/// Whether a user may ask for it. The others follow from callbacks alone.
constexpr bool is_asked_for(Trigger trigger) { return trigger < Trigger::success; }

using Step = base::Transition<StateId, Trigger>;

/// A step and its number in lifecycle_msgs::msg::Transition.
struct Row {
  Step step;
  std::uint8_t id;
};

namespace detail {
using S = StateId;
using E = Trigger;
using T = lifecycle_msgs::msg::Transition;
}  // namespace detail

inline constexpr std::array<Row, 25> transition_table = [] {
  using namespace detail;
  return std::array<Row, 25>{{
      {{S::unconfigured, E::configure, S::configuring}, T::TRANSITION_CONFIGURE},
      {{S::configuring, E::success, S::inactive}, T::TRANSITION_ON_CONFIGURE_SUCCESS},
      {{S::configuring, E::failure, S::unconfigured}, T::TRANSITION_ON_CONFIGURE_FAILURE},
      {{S::configuring, E::error, S::error_processing}, T::TRANSITION_ON_CONFIGURE_ERROR},

      {{S::inactive, E::cleanup, S::cleaning_up}, T::TRANSITION_CLEANUP},
      {{S::cleaning_up, E::success, S::unconfigured}, T::TRANSITION_ON_CLEANUP_SUCCESS},
      {{S::cleaning_up, E::failure, S::inactive}, T::TRANSITION_ON_CLEANUP_FAILURE},
      {{S::cleaning_up, E::error, S::error_processing}, T::TRANSITION_ON_CLEANUP_ERROR},

      {{S::inactive, E::activate, S::activating}, T::TRANSITION_ACTIVATE},
      {{S::activating, E::success, S::active}, T::TRANSITION_ON_ACTIVATE_SUCCESS},
      {{S::activating, E::failure, S::inactive}, T::TRANSITION_ON_ACTIVATE_FAILURE},
      {{S::activating, E::error, S::error_processing}, T::TRANSITION_ON_ACTIVATE_ERROR},

      {{S::active, E::deactivate, S::deactivating}, T::TRANSITION_DEACTIVATE},
      {{S::deactivating, E::success, S::inactive}, T::TRANSITION_ON_DEACTIVATE_SUCCESS},
      {{S::deactivating, E::failure, S::active}, T::TRANSITION_ON_DEACTIVATE_FAILURE},
      {{S::deactivating, E::error, S::error_processing}, T::TRANSITION_ON_DEACTIVATE_ERROR},

      {{S::unconfigured, E::shutdown, S::shutting_down}, T::TRANSITION_UNCONFIGURED_SHUTDOWN},
      {{S::inactive, E::shutdown, S::shutting_down}, T::TRANSITION_INACTIVE_SHUTDOWN},
      {{S::active, E::shutdown, S::shutting_down}, T::TRANSITION_ACTIVE_SHUTDOWN},
      {{S::shutting_down, E::success, S::finalized}, T::TRANSITION_ON_SHUTDOWN_SUCCESS},
      {{S::shutting_down, E::failure, S::finalized}, T::TRANSITION_ON_SHUTDOWN_FAILURE},
      {{S::shutting_down, E::error, S::error_processing}, T::TRANSITION_ON_SHUTDOWN_ERROR},

      {{S::error_processing, E::success, S::unconfigured}, T::TRANSITION_ON_ERROR_SUCCESS},
      {{S::error_processing, E::failure, S::finalized}, T::TRANSITION_ON_ERROR_FAILURE},
      {{S::error_processing, E::error, S::finalized}, T::TRANSITION_ON_ERROR_ERROR},
  }};
}();

inline constexpr std::array<Step, transition_table.size()> steps = [] {
  std::array<Step, transition_table.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = transition_table[i].step;
  return all;
}();
static_assert(base::is_unambiguous<StateId, Trigger>(steps));

/// The row that answers `trigger`; null where there is none.
constexpr const Row* find_row(StateId from, Trigger trigger) {
  for (const Row& row : transition_table) {
    if (row.step.from == from && row.step.event == trigger) return &row;
  }
  return nullptr;
}

/// Whether a callback runs in it.
constexpr bool is_transition_state(StateId id) { return find_row(id, Trigger::success) != nullptr; }

}  // namespace baton::lifecycle
