// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/match_state.hpp"

#include <gtest/gtest.h>

#include "testing/transition_stories.hpp"

namespace baton::transport {
namespace {

using enum MatchState;
using Event = MatchEvent;

const std::vector<MatchState> all_states = {asked, reading, cut, remembered, ended};

TEST(MatchStates, EachRowOfTheTableIsNeeded) {
  testing::expect_stories_need_each_row<MatchState, MatchEvent>(
      match_transitions,
      {
          {asked, {Event::welcomed}, reading},
          {asked, {Event::link_broke}, ended},
          {asked, {Event::ended}, ended},
          {reading, {Event::ended}, ended},
          {reading, {Event::link_broke}, cut},
          {cut, {Event::ended}, ended},
          {cut, {Event::time_over}, remembered},
          {remembered, {Event::time_over}, remembered},
          {remembered, {Event::ended}, ended},
          {asked, {Event::welcomed, Event::link_broke, Event::time_over, Event::ended}, ended},
      },
      all_states);
}

TEST(MatchStates, AnswerAnEventExactlyWhereItCanCome) {
  const auto has_row = [](MatchState state, MatchEvent event) {
    return base::next_state(match_transitions, state, event).has_value();
  };
  for (const MatchState state : all_states) {
    SCOPED_TRACE(static_cast<int>(state));
    EXPECT_EQ(has_row(state, Event::welcomed), state == asked) << "a match is made once";
    EXPECT_EQ(has_row(state, Event::link_broke), state == asked || state == reading);
    EXPECT_EQ(has_row(state, Event::time_over), state == cut || state == remembered);
    EXPECT_EQ(has_row(state, Event::ended), state != ended);
  }
}

}  // namespace
}  // namespace baton::transport
