// SPDX-License-Identifier: Apache-2.0
#include <baton/action/goal_state.hpp>

#include <gmock/gmock.h>

#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

#include <baton/exceptions.hpp>

namespace baton::action {
namespace {

using ::testing::HasSubstr;

constexpr std::int8_t accepted = GoalStatus::STATUS_ACCEPTED;
constexpr std::int8_t executing = GoalStatus::STATUS_EXECUTING;
constexpr std::int8_t canceling = GoalStatus::STATUS_CANCELING;
constexpr std::int8_t succeeded = GoalStatus::STATUS_SUCCEEDED;
constexpr std::int8_t canceled = GoalStatus::STATUS_CANCELED;
constexpr std::int8_t aborted = GoalStatus::STATUS_ABORTED;

TEST(GoalStates, FollowEachOtherAsInRos) {
  struct Row {
    std::int8_t from;
    GoalEvent event;
    std::int8_t to;
  };
  const std::vector<Row> possible = {
      {accepted, GoalEvent::execute, executing},      {accepted, GoalEvent::cancel_goal, canceling},
      {executing, GoalEvent::cancel_goal, canceling}, {executing, GoalEvent::succeed, succeeded},
      {executing, GoalEvent::abort, aborted},         {canceling, GoalEvent::succeed, succeeded},
      {canceling, GoalEvent::abort, aborted},         {canceling, GoalEvent::canceled, canceled},
  };
  for (std::int8_t from = GoalStatus::STATUS_UNKNOWN; from <= aborted; ++from) {
    for (const GoalEvent event : {GoalEvent::execute, GoalEvent::cancel_goal, GoalEvent::succeed,
                                  GoalEvent::abort, GoalEvent::canceled}) {
      std::optional<std::int8_t> expected;
      for (const Row& row : possible) {
        if (row.from == from && row.event == event) expected = row.to;
      }
      EXPECT_EQ(next_status(from, event), expected)
          << status_name(from) << ", event " << static_cast<int>(event);
    }
  }
}

TEST(GoalStates, ThatDoNotFollowAreRefusedWithTheGoalItsStatusAndTheCure) {
  GoalInfo info;
  info.goal_id.uuid[0] = 0xab;
  GoalState goal(info);
  try {
    goal.step(GoalEvent::succeed);
    FAIL() << "a goal that has not begun has succeeded";
  } catch (const baton::exceptions::RCLError& error) {
    EXPECT_THAT(error.what(), HasSubstr("goal ab000000-0000-0000-0000-000000000000 is ACCEPTED, so "
                                        "succeed() is not possible: call execute() first"));
  }
  goal.step(GoalEvent::execute);
  EXPECT_THROW(goal.step(GoalEvent::canceled), baton::exceptions::RCLError);
  goal.step(GoalEvent::abort);
  EXPECT_EQ(goal.status(), aborted);
  EXPECT_THROW(goal.step(GoalEvent::abort), baton::exceptions::RCLError);
}

TEST(GoalStates, EndCanceledWhereverTheGoalIsGivenUp) {
  for (const auto& events : std::vector<std::vector<GoalEvent>>{
           {}, {GoalEvent::execute}, {GoalEvent::execute, GoalEvent::cancel_goal}}) {
    GoalState goal{GoalInfo()};
    for (const GoalEvent event : events) goal.step(event);
    EXPECT_TRUE(goal.give_up());
    EXPECT_EQ(goal.status(), canceled);
    EXPECT_FALSE(goal.give_up());
  }
}

TEST(GoalStates, AreLeftByOneThreadOfSeveral) {
  for (int round = 0; round < 100; ++round) {
    GoalState goal{GoalInfo()};
    goal.step(GoalEvent::execute);
    std::atomic<int> ended{0};
    std::vector<std::thread> threads;
    for (const GoalEvent event : {GoalEvent::succeed, GoalEvent::abort, GoalEvent::succeed}) {
      threads.emplace_back([&, event] { ended += goal.try_step(event); });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(ended, 1);
  }
}

TEST(GoalIds, AreDrawnByLotAndWrittenAsHexadecimalDigits) {
  std::set<GoalUUID> drawn;
  std::unordered_map<GoalUUID, int> keys;
  for (int i = 0; i < 1000; ++i) {
    const GoalUUID goal_id = generate_goal_id();
    drawn.insert(goal_id);
    keys[goal_id] = i;
  }
  EXPECT_EQ(drawn.size(), 1000u);
  EXPECT_EQ(keys.size(), 1000u);
  GoalUUID goal_id{};
  goal_id[0] = 0x0f;
  goal_id[15] = 0xa0;
  EXPECT_EQ(to_string(goal_id), "0f000000-0000-0000-0000-0000000000a0");
}

}  // namespace
}  // namespace baton::action
