// SPDX-License-Identifier: Apache-2.0
// Tables of transitions, held to what is told of them in stories.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/transitions.hpp"

namespace baton::testing {

/// Where these events lead from there.
template <class State, class Event>
struct Story {
  State first;
  std::vector<Event> events;
  State last;
};

template <class State, class Event>
bool holds(base::TransitionTable<State, Event> table, const Story<State, Event>& story) {
  std::optional<State> state = story.first;
  for (const Event event : story.events) {
    if (state) state = base::next_state(table, *state, event);
  }
  return state == story.last;
}

/// All stories hold, and each row is needed: without it, or with another end, one of them does not.
template <class State, class Event>
void expect_stories_need_each_row(base::TransitionTable<State, Event> table,
                                  const std::vector<Story<State, Event>>& stories,
                                  const std::vector<State>& states) {
  const auto all_hold = [&](const std::vector<base::Transition<State, Event>>& rows) {
    return std::all_of(stories.begin(), stories.end(), [&](const auto& story) {
      return holds(base::TransitionTable<State, Event>(rows), story);
    });
  };
  const std::vector<base::Transition<State, Event>> whole(table.begin(), table.end());
  for (std::size_t i = 0; i < stories.size(); ++i) {
    EXPECT_TRUE(holds(table, stories[i])) << "story " << i;
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto missing = whole;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(all_hold(missing)) << "no story needs row " << i;
    for (const State other : states) {
      if (other == whole[i].to) continue;
      auto changed = whole;
      changed[i].to = other;
      EXPECT_FALSE(all_hold(changed))
          << "no story notices that row " << i << " leads to " << static_cast<int>(other);
    }
  }
}

}  // namespace baton::testing
