// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/transition_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "testing/transition_stories.hpp"

namespace baton::lifecycle {
namespace {

using S = StateId;
using E = Trigger;

std::vector<S> every_state() {
  std::vector<S> all;
  for (const NamedState& each : all_states) all.push_back(each.id);
  return all;
}

TEST(TransitionTable, EachRowIsNeededByAStory) {
  using Story = testing::Story<S, E>;
  const std::vector<Story> stories{
      {S::unconfigured, {E::configure}, S::configuring},
      {S::unconfigured, {E::configure, E::success}, S::inactive},
      {S::unconfigured, {E::configure, E::failure}, S::unconfigured},
      {S::unconfigured, {E::configure, E::error}, S::error_processing},
      {S::inactive, {E::cleanup}, S::cleaning_up},
      {S::inactive, {E::cleanup, E::success}, S::unconfigured},
      {S::inactive, {E::cleanup, E::failure}, S::inactive},
      {S::inactive, {E::cleanup, E::error}, S::error_processing},
      {S::inactive, {E::activate}, S::activating},
      {S::inactive, {E::activate, E::success}, S::active},
      {S::inactive, {E::activate, E::failure}, S::inactive},
      {S::inactive, {E::activate, E::error}, S::error_processing},
      {S::active, {E::deactivate}, S::deactivating},
      {S::active, {E::deactivate, E::success}, S::inactive},
      {S::active, {E::deactivate, E::failure}, S::active},
      {S::active, {E::deactivate, E::error}, S::error_processing},
      {S::unconfigured, {E::shutdown}, S::shutting_down},
      {S::inactive, {E::shutdown}, S::shutting_down},
      {S::active, {E::shutdown}, S::shutting_down},
      {S::active, {E::shutdown, E::success}, S::finalized},
      {S::active, {E::shutdown, E::failure}, S::finalized},
      {S::active, {E::shutdown, E::error}, S::error_processing},
      {S::error_processing, {E::success}, S::unconfigured},
      {S::error_processing, {E::failure}, S::finalized},
      {S::error_processing, {E::error}, S::finalized},
  };
  testing::expect_stories_need_each_row<S, E>(steps, stories, every_state());
}

TEST(TransitionTable, HasTheNumbersOfTheInterface) {
  using T = lifecycle_msgs::msg::Transition;
  std::set<std::uint8_t> numbers;
  for (const Row& row : transition_table) {
    EXPECT_TRUE(numbers.insert(row.id).second) << "two transitions " << int{row.id};
    if (row.step.event == E::success) {
      EXPECT_EQ(row.id % 10, 0);
    } else if (row.step.event == E::failure) {
      EXPECT_EQ(row.id % 10, 1);
    } else if (row.step.event == E::error) {
      EXPECT_EQ(row.id % 10, 2);
    }
  }
  EXPECT_EQ(find_row(S::unconfigured, E::shutdown)->id, T::TRANSITION_UNCONFIGURED_SHUTDOWN);
  EXPECT_EQ(find_row(S::active, E::shutdown)->id, T::TRANSITION_ACTIVE_SHUTDOWN);
  EXPECT_EQ(numbers.count(T::TRANSITION_CREATE), 0u);
  EXPECT_EQ(numbers.count(T::TRANSITION_DESTROY), 0u);
}

TEST(TransitionTable, EachStateOfACallbackAnswersAllOfItsResults) {
  int running = 0;
  for (const S state : every_state()) {
    const bool any = find_row(state, E::success) != nullptr;
    EXPECT_EQ(any, find_row(state, E::failure) != nullptr);
    EXPECT_EQ(any, find_row(state, E::error) != nullptr);
    EXPECT_EQ(any, is_transition_state(state));
    running += any ? 1 : 0;
  }
  EXPECT_EQ(running, 6);
}

TEST(TransitionTable, LabelsAreThoseOfRos) {
  EXPECT_STREQ(label_of(S::cleaning_up), "cleaningup");
  EXPECT_STREQ(label_of(S::error_processing), "errorprocessing");
  EXPECT_STREQ(label_of(static_cast<S>(77)), "unknown");
  EXPECT_STREQ(label_of(E::shutdown), "shutdown");
  EXPECT_STREQ(label_of(E::failure), "transition_failure");
}

}  // namespace
}  // namespace baton::lifecycle
