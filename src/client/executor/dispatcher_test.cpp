// SPDX-License-Identifier: Apache-2.0
#include "client/executor/dispatcher.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include <baton/baton.hpp>

#include "client/executor/group_state.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::client {
namespace {

using testing::wait_until;
using namespace std::chrono_literals;

class DispatcherTest : public testing::IsolatedTest {};

/// Has as much work as it is given.
class Worker : public Executable, public transport::Waitable {
 public:
  ~Worker() override { Worker::attach(nullptr, {}); }

  void add_work() {
    work.fetch_add(1);
    wait_set_->post(*this);
  }
  bool is_ready() const noexcept override {
    looks.fetch_add(1);
    return work.load() > 0;
  }

  std::atomic<int> work{0};
  mutable std::atomic<int> looks{0};
  std::atomic<int> executed{0};
  std::function<void()> before_taken = [] {};

 protected:
  bool execute_next(Taken taken, void* context) override {
    if (work.load() == 0) return false;
    work.fetch_sub(1);
    before_taken();
    if (taken != nullptr) taken(context);
    executed.fetch_add(1);
    return true;
  }
  bool has_work() const noexcept override { return work.load() > 0; }
  void attach(const std::shared_ptr<Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override {
    if (wait_set_) wait_set_->remove(*this);
    wait_set_ = dispatcher ? dispatcher->wait_set() : nullptr;
    if (wait_set_) wait_set_->add_posted(*this, self);
  }

 private:
  std::shared_ptr<transport::WaitSet> wait_set_;
};

TEST_F(DispatcherTest, WorkThatComesWhileOtherWorkOfTheEntityIsTakenWakesAThread) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  const CallbackGroup group(CallbackGroupType::Reentrant, false);
  const auto worker = std::make_shared<Worker>();
  std::atomic<bool> first{true};
  worker->before_taken = [&] {
    if (!first.exchange(false)) return;
    // The thread that waits finds it in the queue, passes over it and sleeps.
    if (!wait_until([&] { return dispatcher->counters().waits >= 2; })) return;
    const int before = worker->looks;
    worker->add_work();
    (void)wait_until([&] { return worker->looks >= before + 2; }, 50ms);
  };
  group.state()->add(worker);
  group.state()->join(dispatcher);
  std::thread one([&] { dispatcher->work(transport::wait_forever); });
  std::thread other([&] { dispatcher->work(transport::wait_forever); });
  worker->add_work();
  EXPECT_TRUE(wait_until([&] { return worker->executed == 2; }));
  dispatcher->cancel();
  one.join();
  other.join();
  group.state()->leave(*dispatcher);
}

TEST_F(DispatcherTest, WhatADispatcherHasInItsQueueIsFoundByTheNextOne) {
  Context context{ContextOptions{}};
  const auto former = std::make_shared<Dispatcher>(context.state(), 0);
  const auto next = std::make_shared<Dispatcher>(context.state(), 0);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  const auto worker = std::make_shared<Worker>();
  group.state()->add(worker);
  group.state()->join(former);
  worker->add_work();
  ASSERT_TRUE(former->find_ready());
  group.state()->leave(*former);
  group.state()->join(next);
  ASSERT_TRUE(next->find_ready());
  EXPECT_FALSE(former->run_found());
  EXPECT_EQ(worker->executed, 0);
  EXPECT_TRUE(next->run_found());
  EXPECT_EQ(worker->executed, 1);
  // And back, where it was found before.
  group.state()->leave(*next);
  group.state()->join(former);
  worker->add_work();
  EXPECT_TRUE(former->run_one(0));
  EXPECT_EQ(worker->executed, 2);
  group.state()->leave(*former);
}

TEST_F(DispatcherTest, WhoIsRefusedInALookMayLoseItsLastReferenceThere) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  auto worker = std::make_shared<Worker>();
  group.state()->add(worker);
  group.state()->join(dispatcher);
  worker->add_work();
  transport::Harvest harvest;
  harvest.accept = [&](void*) {
    worker.reset();
    return false;
  };
  EXPECT_FALSE(dispatcher->wait_set()->wait(0, 0, &harvest));
  EXPECT_EQ(worker, nullptr);
  EXPECT_EQ(group.size(), 0u);
  group.state()->leave(*dispatcher);
}

}  // namespace
}  // namespace baton::client
