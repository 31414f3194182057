// SPDX-License-Identifier: Apache-2.0
#include "client/executor/guessing_loop.hpp"

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

class GuessingLoopTest : public testing::IsolatedTest {};

/// A thread that spins a dispatcher with two entities of one group.
class Spun {
 public:
  explicit Spun(Found found = Found::posted)
      : usual(std::make_shared<Worker>(found)), other(std::make_shared<Worker>(found)) {
    for (const auto& worker : {usual, other}) group_.state()->add(worker);
    group_.state()->join(dispatcher_);
    thread_ = std::jthread([this] {
      loop_.spin();
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
  GuessingLoop loop_{*dispatcher_};
  const CallbackGroup group_{CallbackGroupType::MutuallyExclusive, false};
  std::atomic<bool> ended_{false};
  std::jthread thread_;
};

TEST_F(GuessingLoopTest, WhatWasFoundBehindAnEntityThatHasNothingAfterAllRunsBeforeTheNextWait) {
  Context context{ContextOptions{}};
  const auto dispatcher = std::make_shared<Dispatcher>(context.state(), 0);
  GuessingLoop loop(*dispatcher);
  const CallbackGroup group(CallbackGroupType::MutuallyExclusive, false);
  const auto first = std::make_shared<Worker>();
  const auto second = std::make_shared<Worker>();
  first->in_vain = true;
  for (const auto& worker : {first, second}) group.state()->add(worker);
  group.state()->join(dispatcher);
  for (const auto& worker : {first, second}) worker->add_work();
  constexpr std::int64_t a_second_ns = 1'000'000'000;
  EXPECT_TRUE(loop.run_one(a_second_ns));
  EXPECT_EQ(first->work.load(), 0);
  EXPECT_EQ(second->executed.load(), 1);
  EXPECT_EQ(dispatcher->counters().waits, 1u);
  group.state()->leave(*dispatcher);
}

TEST_F(GuessingLoopTest, TheEntityThatHadSomethingLastIsRunWithoutALookAtAll) {
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

TEST_F(GuessingLoopTest, AThreadWokenForTheSameEntityAgainAndAgainLooksOnceBetweenItsSleeps) {
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

TEST_F(GuessingLoopTest, WhatComesDuringTheCallbackIsSeenOnTheShortWayBackToSleep) {
  Spun spun(Found::polled);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 5; ++j) ASSERT_TRUE(spun.serve(*spun.usual));
    spun.usual->before_taken = [&] { spun.other->add_work(); };
    ASSERT_TRUE(spun.serve(*spun.usual));
    ASSERT_TRUE(wait_until([&] { return spun.other->executed.load() == i + 1; }));
    spun.usual->before_taken = [] {};
  }
}

TEST_F(GuessingLoopTest, ACancelDuringTheCallbackIsSeenOnTheShortWayBackToSleep) {
  for (int i = 0; i < 20; ++i) {
    Spun spun(Found::polled);
    for (int j = 0; j < 5; ++j) ASSERT_TRUE(spun.serve(*spun.usual));
    spun.usual->before_taken = [&] { spun.cancel(); };
    spun.usual->add_work();
    ASSERT_TRUE(wait_until([&] { return spun.ended(); }));
  }
}

TEST_F(GuessingLoopTest, AWrongGuessKeepsNoEntityWaiting) {
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

}  // namespace
}  // namespace baton::client
