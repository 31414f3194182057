// SPDX-License-Identifier: Apache-2.0
// What is known of a publishing participant, and whether it may be asked for matches.
#pragma once

#include <cstdint>

#include "base/transitions.hpp"

namespace baton::transport {

enum class PeerState : std::uint8_t {
  found,          // its file exists and was not read yet
  idle,           // it may be asked; there is no link, and no look is planned
  waiting,        // it may be asked; there is no link, and a look is planned
  linked,         // it may be asked over its link
  kept,           // it has a link, but its file cannot be used: present matches go on, no new ones
  other_version,  // it speaks another memory layout
  banned,         // it broke the rules, and is never asked again
};

enum class PeerEvent : std::uint8_t {
  file_read,           // the file is in this process's memory layout
  other_version_read,  // the file is in another memory layout
  file_refused,        // the file makes no sense
  look_planned,        // a link could not be made, or the peer's lock may fall soon
  time_came,           // the planned look is due
  connected,
  link_ended,
  // The peer broke the rules by a message, by its socket, or by the memory that it publishes.
  rules_broken,
};

// clang-format off
inline constexpr base::Transition<PeerState, PeerEvent> peer_rows[] = {
    {PeerState::found, PeerEvent::file_read, PeerState::idle},
    {PeerState::found, PeerEvent::other_version_read, PeerState::other_version},
    {PeerState::found, PeerEvent::file_refused, PeerState::banned},
    {PeerState::found, PeerEvent::rules_broken, PeerState::banned},

    {PeerState::idle, PeerEvent::file_read, PeerState::idle},
    {PeerState::idle, PeerEvent::other_version_read, PeerState::other_version},
    {PeerState::idle, PeerEvent::file_refused, PeerState::banned},
    {PeerState::idle, PeerEvent::look_planned, PeerState::waiting},
    {PeerState::idle, PeerEvent::connected, PeerState::linked},
    {PeerState::idle, PeerEvent::rules_broken, PeerState::banned},

    {PeerState::waiting, PeerEvent::file_read, PeerState::waiting},
    {PeerState::waiting, PeerEvent::other_version_read, PeerState::other_version},
    {PeerState::waiting, PeerEvent::file_refused, PeerState::banned},
    {PeerState::waiting, PeerEvent::look_planned, PeerState::waiting},
    {PeerState::waiting, PeerEvent::time_came, PeerState::idle},
    {PeerState::waiting, PeerEvent::connected, PeerState::linked},
    {PeerState::waiting, PeerEvent::rules_broken, PeerState::banned},

    // A link counts more than a file: matches go on without the file.
    {PeerState::linked, PeerEvent::file_read, PeerState::linked},
    {PeerState::linked, PeerEvent::other_version_read, PeerState::kept},
    {PeerState::linked, PeerEvent::file_refused, PeerState::kept},
    {PeerState::linked, PeerEvent::link_ended, PeerState::waiting},
    {PeerState::linked, PeerEvent::rules_broken, PeerState::banned},

    {PeerState::kept, PeerEvent::link_ended, PeerState::banned},
    {PeerState::kept, PeerEvent::rules_broken, PeerState::banned},

    {PeerState::other_version, PeerEvent::file_read, PeerState::idle},
    {PeerState::other_version, PeerEvent::other_version_read, PeerState::other_version},
    {PeerState::other_version, PeerEvent::file_refused, PeerState::banned},
    {PeerState::other_version, PeerEvent::rules_broken, PeerState::banned},

    // Each match with the peer may report the same violation.
    {PeerState::banned, PeerEvent::rules_broken, PeerState::banned},
};
// clang-format on

inline constexpr base::TransitionTable<PeerState, PeerEvent> peer_transitions = peer_rows;
static_assert(base::is_unambiguous(peer_transitions));

constexpr bool may_ask(PeerState state) {
  return state == PeerState::idle || state == PeerState::waiting || state == PeerState::linked;
}
constexpr bool has_link(PeerState state) {
  return state == PeerState::linked || state == PeerState::kept;
}
/// Whatever its file says from now on changes nothing.
constexpr bool is_given_up(PeerState state) {
  return state == PeerState::kept || state == PeerState::banned;
}

}  // namespace baton::transport
