// SPDX-License-Identifier: Apache-2.0
#include "base/transitions.hpp"

#include <gtest/gtest.h>

namespace baton::base {
namespace {

enum class Door { open, closed, locked };
enum class Act { push, lock, unlock };

constexpr Transition<Door, Act> rows[] = {
    {Door::open, Act::push, Door::closed},   {Door::closed, Act::push, Door::open},
    {Door::closed, Act::lock, Door::locked}, {Door::locked, Act::unlock, Door::closed},
    {Door::locked, Act::push, Door::locked},  // a failed attempt changes nothing
};
constexpr TransitionTable<Door, Act> table = rows;
static_assert(is_unambiguous(table));

TEST(Transitions, FollowTheirTable) {
  StateMachine<Door, Act> door(table, Door::open);
  door.on(Act::push);
  door.on(Act::lock);
  EXPECT_TRUE(door.is(Door::locked));
  door.on(Act::push);
  EXPECT_TRUE(door.is(Door::locked)) << "ignored on purpose";
  door.on(Act::unlock);
  door.on(Act::push);
  EXPECT_EQ(door.state(), Door::open);
}

TEST(Transitions, OneStateThatAnswersAnEventTwiceIsNoticed) {
  constexpr Transition<Door, Act> twice[] = {
      {Door::open, Act::push, Door::closed},
      {Door::closed, Act::push, Door::open},
      {Door::open, Act::push, Door::open},
  };
  EXPECT_FALSE(is_unambiguous(TransitionTable<Door, Act>(twice)));
  EXPECT_TRUE(is_unambiguous(TransitionTable<Door, Act>(twice).first(2)));
}

TEST(TransitionsDeathTest, AnEventWithoutARowIsABug) {
  StateMachine<Door, Act> door(table, Door::open);
  EXPECT_EQ(next_state(table, Door::open, Act::lock), std::nullopt);
  EXPECT_DEATH(door.on(Act::lock), "assertion failed");
}

}  // namespace
}  // namespace baton::base
