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

/// How a dispatcher hears of work: as of messages of its own process, or of another's.
enum class Found { posted, polled };

/// Has as much work as it is given.
class Worker : public Executable, public transport::Waitable {
 public:
  explicit Worker(Found found = Found::posted) : found_(found) {}
  ~Worker() override { Worker::attach(nullptr, {}); }

  void add_work() {
    work.fetch_add(1);
    found_ == Found::posted ? wait_set_->post(*this) : wait_set_->wake();
  }
  bool is_ready() const noexcept override {
    looks.fetch_add(1);
    return work.load() > 0;
  }

  std::atomic<int> work{0};
  mutable std::atomic<int> looks{0};
  std::atomic<int> executed{0};
  std::function<void()> before_taken = [] {};
  bool in_vain = false;  // what it has is not for a callback

 protected:
  bool execute_next(Taken taken, void* context) override {
    if (work.load() == 0) return false;
    work.fetch_sub(1);
    if (in_vain) return false;
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
    if (!wait_set_) return;
    found_ == Found::posted ? wait_set_->add_posted(*this, self) : wait_set_->add(*this, self);
  }

 private:
  const Found found_;
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
    // The waiting thread finds it in the queue, skips it and sleeps.
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

/// A thread that spins a dispatcher with two entities of one group.
class Spun {
 public:
  explicit Spun(Found found = Found::posted)
      : usual(std::make_shared<Worker>(found)), other(std::make_shared<Worker>(found)) {
    for (const auto& worker : {usual, other}) group_.state()->add(worker);
    group_.state()->join(dispatcher_);
    thread_ = std::jthread([this] {
      dispatcher_->spin();
      ended_ = true;
    });
  }
  ~Spun() {
    cancel();
    thread_.join();
    group_.state()->leave(*dispatcher_);
  }

  void cancel() { dispatcher_->cancel(); }
  bool ended() const { return ended_; }

  /// One piece of work; true when it is done and the thread waits again.
  bool serve(Worker& worker) {
    const int before = worker.executed.load();
    const std::uint64_t waits = dispatcher_->counters().waits;
    worker.add_work();
    return wait_until(
        [&] { return worker.executed.load() > before && dispatcher_->counters().waits > waits; });
  }

  const std::shared_ptr<Worker> usual;
  const std::shared_ptr<Worker> other;

 private:
  Context context_{ContextOptions{}};
  const std::shared_ptr<Dispatcher> dispatcher_ = std::make_shared<Dispatcher>(context_.state(), 0);
  const CallbackGroup group_{CallbackGroupType::MutuallyExclusive, false};
  std::atomic<bool> ended_{false};
  std::jthread thread_;
};

TEST_F(DispatcherTest, WhatWasFoundBehindAnEntityThatHasNothingAfterAllRunsBeforeTheNextWait) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  const auto first = std::make_shared<Worker>();
  const auto second = std::make_shared<Worker>();
  first->in_vain = true;
  for (const auto& worker : {first, second}) group.state()->add(worker);
  group.state()->join(dispatcher);
  for (const auto& worker : {first, second}) worker->add_work();
  constexpr std::int64_t a_second_ns = 1'000'000'000;
  EXPECT_TRUE(dispatcher->run_one(a_second_ns));
  EXPECT_EQ(first->work.load(), 0);
  EXPECT_EQ(second->executed.load(), 1);
  EXPECT_EQ(dispatcher->counters().waits, 1u);
  group.state()->leave(*dispatcher);
}

TEST_F(DispatcherTest, WhoHadSomethingLastIsRunWithoutALookAtAll) {
  Spun spun;
  std::atomic<int> looks_when_run{0};
  spun.usual->before_taken = [&] { looks_when_run.store(spun.usual->looks.load()); };
  bool guessed = false;
  for (int i = 0; i < 200 && !guessed; ++i) {
    const int looks = spun.usual->looks.load();
    ASSERT_TRUE(spun.serve(*spun.usual));
    guessed = looks_when_run.load() == looks;
  }
  EXPECT_TRUE(guessed);
}

TEST_F(DispatcherTest, WhoIsWokenForTheSameAgainAndAgainLooksOnceBetweenItsSleeps) {
  Spun spun(Found::polled);
  bool once = false;
  for (int i = 0; i < 500 && !once; ++i) {
    const int looks = spun.other->looks.load();
    ASSERT_TRUE(spun.serve(*spun.usual));
    // It may still be looking; with two looks the second one would be there by the next message.
    ASSERT_TRUE(spun.serve(*spun.usual));
    ASSERT_TRUE(spun.serve(*spun.usual));
    once = spun.other->looks.load() - looks <= 3;
  }
  EXPECT_TRUE(once);
}

TEST_F(DispatcherTest, WhatComesDuringTheCallbackIsSeenOnTheShortWayBackToSleep) {
  Spun spun(Found::polled);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 5; ++j) ASSERT_TRUE(spun.serve(*spun.usual));
    spun.usual->before_taken = [&] { spun.other->add_work(); };
    ASSERT_TRUE(spun.serve(*spun.usual));
    ASSERT_TRUE(wait_until([&] { return spun.other->executed.load() == i + 1; }));
    spun.usual->before_taken = [] {};
  }
}

TEST_F(DispatcherTest, ACancelDuringTheCallbackIsSeenOnTheShortWayBackToSleep) {
  for (int i = 0; i < 20; ++i) {
    Spun spun(Found::polled);
    for (int j = 0; j < 5; ++j) ASSERT_TRUE(spun.serve(*spun.usual));
    spun.usual->before_taken = [&] { spun.cancel(); };
    spun.usual->add_work();
    ASSERT_TRUE(wait_until([&] { return spun.ended(); }));
  }
}

TEST_F(DispatcherTest, AWrongGuessKeepsNobodyWaiting) {
  for (const Found found : {Found::posted, Found::polled}) {
    Spun spun(found);
    for (int i = 0; i < 20; ++i) {
      for (int j = 0; j < 5; ++j) ASSERT_TRUE(spun.serve(*spun.usual));
      ASSERT_TRUE(spun.serve(*spun.other));
    }
    EXPECT_EQ(spun.usual->executed.load(), 100);
    EXPECT_EQ(spun.other->executed.load(), 20);
  }
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
