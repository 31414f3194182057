// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/state_machine.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace baton::lifecycle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using T = lifecycle_msgs::msg::Transition;

TEST(StateMachine, FollowsNumbersAndLabels) {
  StateMachine machine;
  EXPECT_EQ(machine.state(), StateId::unconfigured);
  EXPECT_EQ(machine.begin(T::TRANSITION_CONFIGURE).row->step.to, StateId::configuring);
  EXPECT_EQ(machine.state(), StateId::configuring);
  EXPECT_EQ(machine.end(Trigger::success), StateId::inactive);
  EXPECT_NE(machine.begin("shutdown").row, nullptr);
  EXPECT_EQ(machine.end(Trigger::error), StateId::error_processing);
  EXPECT_EQ(machine.end(Trigger::success), StateId::unconfigured);
}

TEST(StateMachine, SaysWhatIsPossibleInstead) {
  StateMachine machine;
  EXPECT_EQ(machine.begin(T::TRANSITION_ACTIVATE).refusal,
            "Unable to start transition 3 'activate' from current state 'unconfigured': possible "
            "there: 1 'configure', 5 'shutdown'");
  EXPECT_THAT(machine.begin("dance").refusal, HasSubstr("transition 'dance' from"));
  EXPECT_THAT(machine.begin(std::uint8_t{200}).refusal, HasSubstr("transition 200 from"));
  EXPECT_EQ(machine.state(), StateId::unconfigured);
}

TEST(StateMachine, OneTransitionBelongsToOneCaller) {
  StateMachine machine;
  ASSERT_NE(machine.begin("configure").row, nullptr);
  for (const char* label : {"configure", "shutdown", "transition_success"}) {
    const auto second = machine.begin(label);
    EXPECT_EQ(second.row, nullptr) << label;
    EXPECT_THAT(second.refusal, HasSubstr("another transition has not ended"));
  }
  // What a callback returns is not to be asked for, by number neither.
  EXPECT_EQ(machine.begin(T::TRANSITION_ON_CONFIGURE_SUCCESS).row, nullptr);
  EXPECT_EQ(machine.state(), StateId::configuring);
}

TEST(StateMachine, NothingLeadsOutOfFinalized) {
  StateMachine machine;
  ASSERT_NE(machine.begin("shutdown").row, nullptr);
  EXPECT_EQ(machine.end(Trigger::failure), StateId::finalized);
  EXPECT_THAT(machine.begin("configure").refusal,
              HasSubstr("no transition leads away from it; make a new node"));
}

TEST(StateMachine, EachStepIsTold) {
  StateMachine machine;
  std::vector<std::string> told;
  machine.set_observer([&](const Row& row) { told.push_back(label_of(row.step.event)); });
  machine.begin("configure");
  machine.end(Trigger::success);
  machine.begin("configure");  // refused, and not told
  EXPECT_THAT(told, ElementsAre("configure", "transition_success"));
}

}  // namespace
}  // namespace baton::lifecycle
