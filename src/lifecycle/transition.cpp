// SPDX-License-Identifier: Apache-2.0
#include <baton/lifecycle/transition.hpp>

#include <stdexcept>

namespace rclcpp_lifecycle {
namespace {

const rcl_lifecycle_transition_t& require(const rcl_lifecycle_transition_t* transition) {
  if (transition == nullptr) throw std::runtime_error("rcl_lifecycle_transition_handle is null");
  return *transition;
}

std::optional<State> copy(const rcl_lifecycle_state_t* state) {
  return state == nullptr ? std::nullopt : std::optional<State>(std::in_place, state);
}

State require_end(const std::optional<State>& state, const Transition& transition) {
  if (state) return *state;
  throw std::runtime_error("transition " + std::to_string(transition.id()) + " '" +
                           transition.label() +
                           "' was made without states: ask the node for it, with "
                           "get_transition_graph()");
}

}  // namespace

Transition::Transition(std::uint8_t id, const std::string& label) : id_(id), label_(label) {}

Transition::Transition(std::uint8_t id, const std::string& label, State&& start, State&& goal)
    : id_(id), label_(label), start_(std::move(start)), goal_(std::move(goal)) {}

Transition::Transition(const rcl_lifecycle_transition_t* transition)
    : id_(static_cast<std::uint8_t>(require(transition).id)),
      label_(transition->label == nullptr ? "" : transition->label),
      start_(copy(transition->start)),
      goal_(copy(transition->goal)) {}

Transition::~Transition() = default;

State Transition::start_state() const { return require_end(start_, *this); }

State Transition::goal_state() const { return require_end(goal_, *this); }

}  // namespace rclcpp_lifecycle
