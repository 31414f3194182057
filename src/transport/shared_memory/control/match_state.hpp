// SPDX-License-Identifier: Apache-2.0
// The life of a match from the subscription's side.
#pragma once

#include <cstdint>

#include "base/transitions.hpp"

namespace baton::transport {

enum class MatchState : std::uint8_t {
  asked,       // HELLO was sent; the record is ours
  reading,     // WELCOME came; the record is the reader's
  cut,         // the link broke while the peer lives: it is read on, for a moment
  remembered,  // and where it stopped is known, for the match that follows it
  ended,
};

enum class MatchEvent : std::uint8_t {
  welcomed,
  link_broke,
  time_over,  // for a cut one
  ended,      // by either side, by a new match in its place, or for want of anything
};

// clang-format off
inline constexpr base::Transition<MatchState, MatchEvent> match_rows[] = {
    {MatchState::asked, MatchEvent::welcomed, MatchState::reading},
    {MatchState::asked, MatchEvent::link_broke, MatchState::ended},
    {MatchState::asked, MatchEvent::ended, MatchState::ended},

    {MatchState::reading, MatchEvent::link_broke, MatchState::cut},
    {MatchState::reading, MatchEvent::ended, MatchState::ended},

    {MatchState::cut, MatchEvent::time_over, MatchState::remembered},
    {MatchState::cut, MatchEvent::ended, MatchState::ended},

    // The link was made again, broke again, and the match was not taken up in between.
    {MatchState::remembered, MatchEvent::time_over, MatchState::remembered},
    {MatchState::remembered, MatchEvent::ended, MatchState::ended},
};
// clang-format on

inline constexpr base::TransitionTable<MatchState, MatchEvent> match_transitions = match_rows;
static_assert(base::is_unambiguous(match_transitions));

}  // namespace baton::transport
