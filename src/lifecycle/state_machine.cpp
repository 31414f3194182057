// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/state_machine.hpp"

#include <utility>

namespace baton::lifecycle {
namespace {

std::string quoted(const char* label) { return "'" + std::string(label) + "'"; }

bool is_meant(const Asked& asked, const Row& row) {
  if (!is_asked_for(row.step.event)) return false;
  if (const auto* id = std::get_if<std::uint8_t>(&asked)) return *id == row.id;
  return std::get<std::string_view>(asked) == label_of(row.step.event);
}

std::string name_of(const Asked& asked) {
  const auto* id = std::get_if<std::uint8_t>(&asked);
  if (id == nullptr) return "'" + std::string(std::get<std::string_view>(asked)) + "'";
  std::string name = std::to_string(*id);
  for (const Row& row : transition_table) {
    if (row.id == *id) return name + " " + quoted(label_of(row.step.event));
  }
  return name;
}

std::string reason(StateId state) {
  if (is_transition_state(state)) return "another transition has not ended; ask again when it has";
  std::string possible;
  for (const Row& row : transition_table) {
    if (row.step.from != state) continue;
    possible += (possible.empty() ? "" : ", ") + std::to_string(row.id) + " " +
                quoted(label_of(row.step.event));
  }
  return possible.empty() ? "no transition leads away from it; make a new node"
                          : "possible there: " + possible;
}

}  // namespace

void StateMachine::set_observer(Observer observer) {
  const std::lock_guard lock(mutex_);
  observer_ = std::move(observer);
}

StateId StateMachine::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

StateMachine::Begun StateMachine::begin(const Asked& asked) {
  const std::lock_guard lock(mutex_);
  for (const Row& row : transition_table) {
    if (row.step.from != state_ || !is_meant(asked, row)) continue;
    step(row);
    return {&row, ""};
  }
  return {nullptr, "Unable to start transition " + name_of(asked) + " from current state " +
                       quoted(label_of(state_)) + ": " + reason(state_)};
}

StateId StateMachine::end(Trigger result) {
  const std::lock_guard lock(mutex_);
  // Each state in which a callback runs answers each of its results.
  step(*find_row(state_, result));
  return state_;
}

void StateMachine::step(const Row& row) {
  state_ = row.step.to;
  if (observer_) observer_(row);
}

}  // namespace baton::lifecycle
