// SPDX-License-Identifier: Apache-2.0
// The life of a subscribing process's connection, and of what the process pins behind its end.
#pragma once

#include <cstdint>

#include "base/transitions.hpp"

namespace baton::transport {

enum class SessionState : std::uint8_t {
  introducing,  // INTRO has not come yet
  open,         // the process may ask for matches
  breaking,  // the connection has ended, its process lives: matches become orphans, slice by slice
  // All matches are orphans; now and then a look tells whether the process has released them.
  orphaned,
  ending,  // the process pins nothing any more: matches end, slice by slice
};

enum class SessionEvent : std::uint8_t {
  introduced,
  link_ended,  // the link ended and the process lives
  all_orphaned,
  // The process is dead, was turned away, never introduced itself, or has released everything.
  over,
};

// clang-format off
inline constexpr base::Transition<SessionState, SessionEvent> session_rows[] = {
    {SessionState::introducing, SessionEvent::introduced, SessionState::open},
    {SessionState::introducing, SessionEvent::over, SessionState::ending},

    {SessionState::open, SessionEvent::link_ended, SessionState::breaking},
    {SessionState::open, SessionEvent::over, SessionState::ending},

    // A refusal and the end of the link report the same end.
    {SessionState::breaking, SessionEvent::link_ended, SessionState::breaking},
    {SessionState::breaking, SessionEvent::all_orphaned, SessionState::orphaned},
    {SessionState::breaking, SessionEvent::over, SessionState::ending},

    {SessionState::orphaned, SessionEvent::link_ended, SessionState::orphaned},
    {SessionState::orphaned, SessionEvent::over, SessionState::ending},

    {SessionState::ending, SessionEvent::link_ended, SessionState::ending},
    {SessionState::ending, SessionEvent::over, SessionState::ending},
};
// clang-format on

inline constexpr base::TransitionTable<SessionState, SessionEvent> session_transitions =
    session_rows;
static_assert(base::is_unambiguous(session_transitions));

}  // namespace baton::transport
