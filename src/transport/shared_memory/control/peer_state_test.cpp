// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/peer_state.hpp"

#include <gtest/gtest.h>

#include "testing/transition_stories.hpp"

namespace baton::transport {
namespace {

using enum PeerState;
using enum PeerEvent;
using Story = testing::Story<PeerState, PeerEvent>;

const std::vector<PeerState> all_states = {found, idle,          waiting, linked,
                                           kept,  other_version, banned};

bool has_row(PeerState state, PeerEvent event) {
  return base::next_state(peer_transitions, state, event).has_value();
}

TEST(PeerStates, EachRowOfTheTableIsNeeded) {
  testing::expect_stories_need_each_row<PeerState, PeerEvent>(
      peer_transitions,
      {
          // The peer's file is read before there is a link.
          {found, {file_read}, idle},
          {found, {other_version_read}, other_version},
          {found, {file_refused}, banned},
          {idle, {file_read}, idle},
          {idle, {other_version_read}, other_version},
          {idle, {file_refused}, banned},
          {waiting, {file_read}, waiting},
          {waiting, {other_version_read}, other_version},
          {waiting, {file_refused}, banned},
          {other_version, {file_read}, idle},
          {other_version, {other_version_read}, other_version},
          {other_version, {file_refused}, banned},
          // A link is made, at once or after some attempts, and again when it broke.
          {idle, {connected}, linked},
          {idle, {look_planned}, waiting},
          {waiting, {look_planned}, waiting},
          {waiting, {time_came}, idle},
          {waiting, {connected}, linked},
          {linked, {link_ended}, waiting},
          {found, {file_read, look_planned, time_came, connected, link_ended, connected}, linked},
          // The peer's file changes while there is a link.
          {linked, {file_read}, linked},
          {linked, {file_refused}, kept},
          {linked, {other_version_read}, kept},
          {linked, {file_refused, link_ended}, banned},
          // The peer breaks the rules.
          {found, {rules_broken}, banned},
          {idle, {rules_broken}, banned},
          {waiting, {rules_broken}, banned},
          {linked, {rules_broken}, banned},
          {kept, {rules_broken}, banned},
          {other_version, {rules_broken}, banned},
          {banned, {rules_broken}, banned},
      },
      all_states);
}

TEST(PeerStates, AnswerAnEventExactlyWhereItCanCome) {
  for (const PeerState state : all_states) {
    SCOPED_TRACE(static_cast<int>(state));
    const bool has_no_link = state == idle || state == waiting;
    EXPECT_EQ(has_row(state, connected), has_no_link) << "a link is made once";
    EXPECT_EQ(has_row(state, look_planned), has_no_link);
    EXPECT_EQ(has_row(state, time_came), state == waiting) << "its timer runs then alone";
    EXPECT_EQ(has_row(state, link_ended), has_link(state));
    for (const PeerEvent file : {file_read, other_version_read, file_refused}) {
      EXPECT_EQ(has_row(state, file), !is_given_up(state)) << "its file is read then alone";
    }
    EXPECT_TRUE(has_row(state, rules_broken)) << "a peer can do that at any time";
  }
}

TEST(PeerStates, ABannedPeerStaysBanned) {
  for (const auto& row : peer_transitions) {
    EXPECT_TRUE(row.from != banned || row.to == banned);
    EXPECT_TRUE(row.to != linked || may_ask(row.from));
  }
}

}  // namespace
}  // namespace baton::transport
