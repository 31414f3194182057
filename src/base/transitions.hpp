// SPDX-License-Identifier: Apache-2.0
// States and events as a table: one row for each event that a state answers, those that it ignores
// on purpose included. A pair of state and event without a row is a bug of the caller, never
// something that a peer can cause.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/assert.hpp"

namespace baton::base {

template <class State, class Event>
struct Transition {
  State from;
  Event event;
  State to;  // equal to `from`: ignored on purpose
};

template <class State, class Event>
using TransitionTable = std::span<const Transition<State, Event>>;

/// The state that follows the event; empty where the table has no row.
template <class State, class Event>
constexpr std::optional<State> next_state(TransitionTable<State, Event> table, State from,
                                          Event event) {
  for (const auto& row : table) {
    if (row.from == from && row.event == event) return row.to;
  }
  return std::nullopt;
}

/// No state answers one event in two ways.
template <class State, class Event>
constexpr bool is_unambiguous(TransitionTable<State, Event> table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (table[i].from == table[j].from && table[i].event == table[j].event) return false;
    }
  }
  return true;
}

/// The current state of a table, which outlives this object. Thread safety: none.
template <class State, class Event>
class StateMachine {
 public:
  constexpr StateMachine(TransitionTable<State, Event> table, State first)
      : table_(table), state_(first) {}

  constexpr State state() const { return state_; }
  constexpr bool is(State state) const { return state_ == state; }
  void on(Event event) {
    const std::optional<State> to = next_state(table_, state_, event);
    BATON_ASSERT(to.has_value(), static_cast<int>(state_), static_cast<int>(event));
    state_ = *to;
  }

 private:
  TransitionTable<State, Event> table_;
  State state_;
};

}  // namespace baton::base
