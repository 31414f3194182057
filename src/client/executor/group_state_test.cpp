// SPDX-License-Identifier: Apache-2.0
#include "client/executor/group_state.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include <baton/context.hpp>

#include "client/context/context_state.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/node/node_state.hpp"
#include "testing/isolation.hpp"

namespace baton::client {
namespace {

/// Its owner releases it while it is attached to a dispatcher: the group holds the last reference.
class Fleeting : public Executable {
 public:
  explicit Fleeting(std::function<void()> at_end) : at_end_(std::move(at_end)) {}
  ~Fleeting() override { at_end_(); }
  void own_itself(std::shared_ptr<Fleeting> self) { self_ = std::move(self); }

 protected:
  bool execute_next(Taken, void*) override { return false; }
  void attach(const std::shared_ptr<Dispatcher>&, const std::weak_ptr<void>&) override {
    self_.reset();
  }

 private:
  const std::function<void()> at_end_;
  std::shared_ptr<Fleeting> self_;
};

class GroupStateTest : public testing::IsolatedTest {
 protected:
  void SetUp() override {
    testing::IsolatedTest::SetUp();
    context = std::make_shared<Context>(ContextOptions{});
    dispatcher = std::make_shared<Dispatcher>(context->state(), 0);
  }
  void TearDown() override {
    dispatcher.reset();
    context.reset();
    testing::IsolatedTest::TearDown();
  }
  static std::shared_ptr<Fleeting> add_to(GroupState& group, std::function<void()> at_end) {
    auto entity = std::make_shared<Fleeting>(std::move(at_end));
    group.add(entity);
    return entity;
  }
  /// Now only the next look at the entity keeps it.
  static void leave_alone(std::shared_ptr<Fleeting>& entity) {
    Fleeting& alone = *entity;
    alone.own_itself(std::move(entity));
  }

  Context::SharedPtr context;
  std::shared_ptr<Dispatcher> dispatcher;
};

TEST_F(GroupStateTest, WhatEndsWhileItIsToldOfADispatcherMayUseItsGroup) {
  const auto group = std::make_shared<GroupState>(CallbackGroupType::MutuallyExclusive, true);
  int ended = 0;
  const auto use_group = [&] {
    EXPECT_EQ(group->size(), 0u);
    ++ended;
  };
  auto first = add_to(*group, use_group);
  leave_alone(first);
  EXPECT_TRUE(group->join(dispatcher));
  EXPECT_EQ(ended, 1);
  auto second = add_to(*group, use_group);
  leave_alone(second);
  EXPECT_TRUE(group->leave(*dispatcher));
  EXPECT_EQ(ended, 2);
}

TEST_F(GroupStateTest, WhatEndsWhileItIsToldOfADispatcherMayBeTheGroupsLastUser) {
  auto group = std::make_shared<GroupState>(CallbackGroupType::MutuallyExclusive, true);
  GroupState& alone = *group;
  const std::weak_ptr<GroupState> watch = group;
  auto entity = add_to(*group, [&group] { group.reset(); });
  leave_alone(entity);
  EXPECT_TRUE(alone.join(dispatcher));
  EXPECT_TRUE(watch.expired());
}

TEST_F(GroupStateTest, WhatEndsWhileItsNodeIsToldOfADispatcherMayUseTheNode) {
  NodeState node("node", "", NodeOptions().context(context));
  int ended = 0;
  const auto use_node = [&] {
    EXPECT_EQ(node.groups().size(), 1u);
    ++ended;
  };
  auto first = add_to(*node.default_group()->state(), use_node);
  leave_alone(first);
  EXPECT_TRUE(node.join(dispatcher));
  EXPECT_EQ(ended, 1);
  auto second = add_to(*node.default_group()->state(), use_node);
  leave_alone(second);
  EXPECT_TRUE(node.leave(*dispatcher));
  EXPECT_EQ(ended, 2);
}

}  // namespace
}  // namespace baton::client
