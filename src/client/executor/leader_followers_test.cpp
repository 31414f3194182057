// SPDX-License-Identifier: Apache-2.0
#include "client/executor/leader_followers.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <thread>

#include <baton/baton.hpp>

#include "client/executor/group_state.hpp"
#include "client/executor/worker_for_test.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using testing::wait_until;
using namespace std::chrono_literals;

class LeaderFollowersTest : public testing::IsolatedTest {};

TEST_F(LeaderFollowersTest, WorkThatComesWhileOtherWorkOfTheEntityIsTakenWakesAThread) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  LeaderFollowers threads(*dispatcher, false);
  const CallbackGroup group(CallbackGroupType::Reentrant, false);
  const auto worker = std::make_shared<Worker>();
  std::atomic<bool> first{true};
  worker->before_taken = [&] {
    if (!first.exchange(false)) return;
    // The waiting thread finds it in the queue, skips it and sleeps.
    if (!wait_until([&] { return dispatcher->counters().waits >= 2; })) return;
    const int before = worker->looks;
    worker->add_work();
    (void)wait_until([&] { return worker->looks >= before + 2; }, 50ms);
  };
  group.state()->add(worker);
  group.state()->join(dispatcher);
  std::thread one([&] { threads.work(transport::wait_forever); });
  std::thread other([&] { threads.work(transport::wait_forever); });
  worker->add_work();
  EXPECT_TRUE(wait_until([&] { return worker->executed == 2; }));
  dispatcher->cancel();
  one.join();
  other.join();
  group.state()->leave(*dispatcher);
}

}  // namespace
}  // namespace baton::client
