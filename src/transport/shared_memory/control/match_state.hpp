// SPDX-License-Identifier: Apache-2.0
// The life of a match from the subscription's side.
#pragma once

#include <cstdint>

#include "base/transitions.hpp"

namespace baton::transport {

enum class MatchState : std::uint8_t {
  asked,       // HELLO was sent; the record belongs to the match
  reading,     // WELCOME came; the record belongs to the reader
  cut,         // the link broke while the peer lives; its messages are read on for a moment
  remembered,  // reading has stopped, and where is known for the next match of the two
  ended,
};

enum class MatchEvent : std::uint8_t {
  welcomed,
  link_broke,
  time_over,  // a cut match was read on for long enough
  ended,      // by either side, by a new match in its place, or for want of resources
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

    // The link was made again and broke again before the match was taken up.
    {MatchState::remembered, MatchEvent::time_over, MatchState::remembered},
    {MatchState::remembered, MatchEvent::ended, MatchState::ended},
};
// clang-format on

inline constexpr base::TransitionTable<MatchState, MatchEvent> match_transitions = match_rows;
static_assert(base::is_unambiguous(match_transitions));

}  // namespace baton::transport
