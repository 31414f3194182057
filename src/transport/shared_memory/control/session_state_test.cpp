// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/session_state.hpp"

#include <gtest/gtest.h>

#include "testing/transition_stories.hpp"

namespace baton::transport {
namespace {

using enum SessionState;
using enum SessionEvent;

const std::vector<SessionState> all_states = {introducing, open, breaking, orphaned, ending};

TEST(SessionStates, EachRowOfTheTableIsNeeded) {
  testing::expect_stories_need_each_row<SessionState, SessionEvent>(
      session_transitions,
      {
          {introducing, {introduced}, open},
          {introducing, {over}, ending},
          {open, {over}, ending},
          {open, {link_ended}, breaking},
          {breaking, {link_ended}, breaking},
          {breaking, {over}, ending},
          {breaking, {all_orphaned}, orphaned},
          {orphaned, {link_ended}, orphaned},
          {orphaned, {over}, ending},
          {ending, {link_ended}, ending},
          {ending, {over}, ending},
          {introducing, {introduced, link_ended, all_orphaned, over}, ending},
      },
      all_states);
}

TEST(SessionStates, AnswerAnEventExactlyWhereItCanCome) {
  const auto has_row = [](SessionState state, SessionEvent event) {
    return base::next_state(session_transitions, state, event).has_value();
  };
  for (const SessionState state : all_states) {
    SCOPED_TRACE(static_cast<int>(state));
    EXPECT_EQ(has_row(state, introduced), state == introducing) << "a process is introduced once";
    EXPECT_EQ(has_row(state, link_ended), state != introducing);
    EXPECT_EQ(has_row(state, all_orphaned), state == breaking);
    EXPECT_TRUE(has_row(state, over)) << "a process may die at any time";
  }
}

}  // namespace
}  // namespace baton::transport
