// SPDX-License-Identifier: Apache-2.0
#include "client/executor/dispatcher.hpp"

#include <gmock/gmock.h>

#include <memory>

#include <baton/baton.hpp>

#include "client/executor/group_state.hpp"
#include "client/executor/guessing_loop.hpp"
#include "client/executor/worker_for_test.hpp"
#include "testing/isolation.hpp"

namespace baton::client {
namespace {

class DispatcherTest : public testing::IsolatedTest {};

TEST_F(DispatcherTest, WhatADispatcherHasInItsQueueIsFoundByTheNextOne) {
  Context context{ContextOptions{}};
  const auto former = std::make_shared<Dispatcher>(context.state(), 0);
  const auto next = std::make_shared<Dispatcher>(context.state(), 0);
  GuessingLoop former_loop(*former);
  GuessingLoop next_loop(*next);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  const auto worker = std::make_shared<Worker>();
  group.state()->add(worker);
  group.state()->join(former);
  worker->add_work();
  ASSERT_TRUE(former_loop.find_ready());
  group.state()->leave(*former);
  group.state()->join(next);
  ASSERT_TRUE(next_loop.find_ready());
  EXPECT_FALSE(former_loop.run_found());
  EXPECT_EQ(worker->executed, 0);
  EXPECT_TRUE(next_loop.run_found());
  EXPECT_EQ(worker->executed, 1);
  // And back, where it was found before.
  group.state()->leave(*next);
  group.state()->join(former);
  worker->add_work();
  EXPECT_TRUE(former_loop.run_one(0));
  EXPECT_EQ(worker->executed, 2);
  group.state()->leave(*former);
}

TEST_F(DispatcherTest, AnEntityRefusedInALookMayLoseItsLastReferenceThere) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  auto worker = std::make_shared<Worker>();
  group.state()->add(worker);
  group.state()->join(dispatcher);
  worker->add_work();
  transport::Harvest harvest;
  harvest.context = &worker;
  harvest.accept = [](void* worker_of_test, void*) {
    static_cast<std::shared_ptr<Worker>*>(worker_of_test)->reset();
    return false;
  };
  EXPECT_FALSE(dispatcher->wait_set()->wait(0, 0, &harvest));
  EXPECT_EQ(worker, nullptr);
  EXPECT_EQ(group.size(), 0u);
  group.state()->leave(*dispatcher);
}

}  // namespace
}  // namespace baton::client
