// SPDX-License-Identifier: Apache-2.0
#include "base/event_loop.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "base/child_for_test.hpp"
#include "base/clock.hpp"
#include "base/process.hpp"
#include "base/unique_fd.hpp"
#include "testing/deadline.hpp"

namespace baton::base {
namespace {

using testing::wait_until;

constexpr int64_t millisecond_ns = 1'000'000;

class EventLoopTest : public ::testing::Test {
 protected:
  EventLoopTest() { EXPECT_TRUE(loop_.start("test loop")); }

  static UniqueFd event() { return UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }
  static void signal(int fd) {
    const uint64_t one = 1;
    ASSERT_EQ(8, ::write(fd, &one, sizeof one));
  }
  static void clear(int fd) {
    uint64_t count = 0;
    (void)!::read(fd, &count, sizeof count);
  }
  /// Runs `work` in the loop's thread and waits until it has.
  template <class Work>
  void in_loop(Work work) {
    std::promise<void> done;
    loop_.post([&] {
      work();
      done.set_value();
    });
    done.get_future().wait();
  }

  EventLoop loop_;
};

TEST_F(EventLoopTest, CallsBackWithTheEventsThatCame) {
  const UniqueFd fd = event();
  std::atomic<uint32_t> came{0};
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [&](uint32_t events) {
    EXPECT_TRUE(loop_.in_loop_thread());
    clear(fd.get());
    came.store(events);
  }));
  signal(fd.get());
  EXPECT_TRUE(wait_until([&] { return came.load() == EPOLLIN; }));
  EXPECT_FALSE(loop_.in_loop_thread());
  loop_.stop();
}

TEST_F(EventLoopTest, ACallbackMayRemoveItself) {
  const UniqueFd fd = event();
  std::atomic<int> calls{0};
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [&](uint32_t) {
    loop_.remove_fd(fd.get());
    calls.fetch_add(1);
  }));
  signal(fd.get());
  EXPECT_TRUE(wait_until([&] { return calls.load() == 1; }));
  in_loop([] {});
  in_loop([] {});
  EXPECT_EQ(calls.load(), 1);
  EXPECT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {})) << "it is free again";
  loop_.stop();
}

TEST_F(EventLoopTest, ADescriptorIsWatchedOnce) {
  const UniqueFd fd = event();
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {}));
  const Status again = loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, EEXIST);
  const UniqueFd file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(loop_.add_fd(file.get(), EPOLLIN, [](uint32_t) {})) << "files cannot be polled";
  loop_.remove_fd(12345);
}

TEST_F(EventLoopTest, OneShotsAreRearmed) {
  const UniqueFd fd = event();
  std::atomic<int> calls{0};
  ASSERT_TRUE(
      loop_.add_fd(fd.get(), EPOLLIN | EPOLLONESHOT, [&](uint32_t) { calls.fetch_add(1); }));
  signal(fd.get());
  EXPECT_TRUE(wait_until([&] { return calls.load() == 1; }));
  in_loop([] {});
  EXPECT_EQ(calls.load(), 1);
  EXPECT_TRUE(loop_.modify_fd(fd.get(), EPOLLIN | EPOLLONESHOT));
  EXPECT_TRUE(wait_until([&] { return calls.load() == 2; }));
  EXPECT_FALSE(loop_.modify_fd(12345, EPOLLIN));
  loop_.stop();
}

TEST_F(EventLoopTest, RemovingWaitsForTheRunningCallback) {
  const UniqueFd fd = event();
  std::atomic<bool> entered{false};
  std::atomic<bool> go_on{false};
  std::atomic<bool> ended{false};
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [&](uint32_t) {
    clear(fd.get());
    entered.store(true);
    EXPECT_TRUE(wait_until([&] { return go_on.load(); }));
    ended.store(true);
  }));
  signal(fd.get());
  ASSERT_TRUE(wait_until([&] { return entered.load(); }));
  std::atomic<bool> removed{false};
  std::thread remover([&] {
    loop_.remove_fd(fd.get());
    EXPECT_TRUE(ended.load());
    removed.store(true);
  });
  EXPECT_TRUE(testing::stays_true([&] { return !removed.load(); }, std::chrono::milliseconds(20)));
  go_on.store(true);
  remover.join();
}

TEST_F(EventLoopTest, RemovingWaitsForACallbackThatHasRemovedItself) {
  const UniqueFd fd = event();
  std::atomic<bool> entered{false};
  std::atomic<bool> go_on{false};
  std::atomic<bool> ended{false};
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [&](uint32_t) {
    loop_.remove_fd(fd.get());
    entered.store(true);
    EXPECT_TRUE(wait_until([&] { return go_on.load(); }));
    ended.store(true);
  }));
  signal(fd.get());
  ASSERT_TRUE(wait_until([&] { return entered.load(); }));
  std::thread remover([&] {
    loop_.remove_fd(fd.get());
    EXPECT_TRUE(ended.load());
  });
  go_on.store(true);
  remover.join();
}

TEST_F(EventLoopTest, WhatACallbackCapturedIsGoneOnceItIsRemoved) {
  for (int i = 0; i < 200; ++i) {
    const UniqueFd fd = event();
    auto captured = std::make_shared<int>(i);
    const std::weak_ptr<int> watcher = captured;
    ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [captured](uint32_t) {}));
    captured.reset();
    signal(fd.get());  // the callback is called over and over
    EXPECT_FALSE(watcher.expired());
    loop_.remove_fd(fd.get());
    EXPECT_TRUE(watcher.expired());
  }
}

TEST_F(EventLoopTest, AnEventForARemovedDescriptorDoesNotReachItsSuccessor) {
  UniqueFd first = event();
  UniqueFd second = event();
  std::atomic<int> successor_calls{0};
  std::atomic<bool> replaced{false};
  // Whichever of the two is called first replaces the other, whose event lies in the same batch.
  const auto replace = [&](UniqueFd& self, UniqueFd& other) {
    return [&](uint32_t) {
      clear(self.get());
      if (replaced.exchange(true)) return;
      const int number = other.get();
      loop_.remove_fd(number);
      other.reset();
      other = event();
      EXPECT_EQ(other.get(), number);
      EXPECT_TRUE(loop_.add_fd(number, EPOLLIN, [&](uint32_t) { successor_calls.fetch_add(1); }));
    };
  };
  ASSERT_TRUE(loop_.add_fd(first.get(), EPOLLIN, replace(first, second)));
  ASSERT_TRUE(loop_.add_fd(second.get(), EPOLLIN, replace(second, first)));
  in_loop([&] {
    signal(first.get());
    signal(second.get());
  });
  EXPECT_TRUE(wait_until([&] { return replaced.load(); }));
  in_loop([] {});
  in_loop([] {});
  EXPECT_EQ(successor_calls.load(), 0);
  loop_.stop();
}

TEST_F(EventLoopTest, TimersFireInOrderAndOnce) {
  std::mutex mutex;
  std::vector<int> fired;
  const auto note = [&](int which) {
    return [&, which] {
      const std::lock_guard lock(mutex);
      fired.push_back(which);
    };
  };
  loop_.add_timer(30 * millisecond_ns, 0, note(3));
  loop_.add_timer(10 * millisecond_ns, 0, note(1));
  loop_.add_timer(20 * millisecond_ns, 0, note(2));
  loop_.add_timer(-5, 0, note(0));
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return fired.size() == 4;
  }));
  loop_.stop();
  EXPECT_EQ(fired, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(EventLoopTest, TimersAreNeverEarly) {
  const int64_t start_ns = monotonic_ns();
  std::atomic<int64_t> fired_ns{0};
  loop_.add_timer(15 * millisecond_ns, 0, [&] { fired_ns.store(monotonic_ns()); });
  EXPECT_TRUE(wait_until([&] { return fired_ns.load() != 0; }));
  EXPECT_GE(fired_ns.load() - start_ns, 15 * millisecond_ns);
}

TEST_F(EventLoopTest, ATimerThatIsNeverDueDoesNotFire) {
  constexpr int64_t for_ever_ns = INT64_MAX;
  std::atomic<bool> never{false};
  std::atomic<bool> later{false};
  loop_.add_timer(for_ever_ns, 0, [&] { never.store(true); });
  loop_.add_timer(millisecond_ns, 0, [&] { later.store(true); });
  EXPECT_TRUE(wait_until([&] { return later.load(); }));
  EXPECT_FALSE(never.load());
}

TEST_F(EventLoopTest, PeriodicTimersGoOnUntilTheyCancelThemselves) {
  std::atomic<int> ticks{0};
  TimerId timer{};
  in_loop([&] {
    timer = loop_.add_timer(0, millisecond_ns, [&] {
      if (ticks.fetch_add(1) + 1 == 5) loop_.cancel_timer(timer);
    });
  });
  EXPECT_TRUE(wait_until([&] { return ticks.load() == 5; }));
  EXPECT_TRUE(
      testing::stays_true([&] { return ticks.load() == 5; }, std::chrono::milliseconds(10)));
}

TEST_F(EventLoopTest, MissedTicksAreSkipped) {
  std::atomic<int> ticks{0};
  std::atomic<int> ticks_after_delay{-1};
  const int64_t period_ns = 2 * millisecond_ns;
  const int64_t start_ns = monotonic_ns();
  const TimerId timer = loop_.add_timer(0, period_ns, [&] {
    if (ticks.fetch_add(1) == 0) {
      while (monotonic_ns() < start_ns + 50 * period_ns) ::poll(nullptr, 0, 1);
    }
  });
  loop_.add_timer(51 * period_ns, 0, [&] { ticks_after_delay.store(ticks.load()); });
  EXPECT_TRUE(wait_until([&] { return ticks_after_delay.load() >= 0; }));
  EXPECT_LE(ticks_after_delay.load(), (monotonic_ns() - start_ns) / period_ns - 45);
  loop_.cancel_timer(timer);
}

TEST_F(EventLoopTest, CancellingATimerWaitsForItsRunningCallback) {
  for (const int64_t period_ns : {int64_t{0}, millisecond_ns}) {
    std::atomic<bool> entered{false};
    std::atomic<bool> ended{false};
    const TimerId timer = loop_.add_timer(0, period_ns, [&] {
      entered.store(true);
      EXPECT_TRUE(testing::stays_true([] { return true; }, std::chrono::milliseconds(5)));
      ended.store(true);
    });
    ASSERT_TRUE(wait_until([&] { return entered.load(); }));
    loop_.cancel_timer(timer);
    EXPECT_TRUE(ended.load());
    ended.store(false);
    in_loop([] {});
    EXPECT_FALSE(ended.load());
  }
}

TEST_F(EventLoopTest, PostedWorkRunsInOrder) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) {
    loop_.post([&, i] {
      order.push_back(i);
      loop_.post([&, i] { order.push_back(1000 + i); });
    });
  }
  in_loop([] {});
  in_loop([] {});
  loop_.stop();
  ASSERT_EQ(order.size(), 200u);
  std::vector<int> first;
  std::vector<int> nested;
  for (const int number : order) (number < 1000 ? first : nested).push_back(number);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_TRUE(std::is_sorted(nested.begin(), nested.end()));
}

TEST_F(EventLoopTest, IsAsleepWhenThereIsNothingToDo) {
  std::atomic<pid_t> thread{0};
  in_loop([&] { thread.store(::gettid()); });
  const UniqueFd fd = event();
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {}));
  loop_.cancel_timer(loop_.add_timer(20 * millisecond_ns, 0, [] {}));
  const auto wake_ups = [&] {
    std::ifstream status("/proc/self/task/" + std::to_string(thread.load()) + "/status");
    for (std::string word; status >> word;) {
      if (word == "voluntary_ctxt_switches:") {
        status >> word;
        return word;
      }
    }
    return std::string("unknown");
  };
  in_loop([] {});
  std::string before;
  EXPECT_TRUE(wait_until([&] {  // until the loop sleeps again
    const std::string earlier = std::exchange(before, wake_ups());
    return earlier == before;
  }));
  EXPECT_TRUE(
      testing::stays_true([&] { return wake_ups() == before; }, std::chrono::milliseconds(100)));
}

TEST_F(EventLoopTest, ItsThreadHasANameAndTakesNoSignals) {
  std::string name;
  int blocked = 0;
  in_loop([&] {
    name = process_name(::gettid());
    sigset_t mask;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    blocked = ::sigismember(&mask, SIGINT) + ::sigismember(&mask, SIGTERM);
  });
  EXPECT_EQ(name, "test loop");
  EXPECT_EQ(blocked, 2);
  sigset_t mine;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &mine);
  EXPECT_EQ(::sigismember(&mine, SIGINT), 0);
}

TEST_F(EventLoopTest, StoppingForgetsEverythingAndMayBeRepeated) {
  const UniqueFd fd = event();
  auto captured = std::make_shared<int>(1);
  const std::weak_ptr<int> watcher = captured;
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [captured](uint32_t) {}));
  loop_.add_timer(1'000'000 * millisecond_ns, 0, [captured] {});
  captured.reset();
  std::thread other([&] { loop_.stop(); });
  loop_.stop();
  other.join();
  EXPECT_TRUE(watcher.expired());
  EXPECT_FALSE(loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {}));
  EXPECT_EQ(loop_.add_timer(0, 0, [] {}), TimerId{});
  loop_.post([] { ADD_FAILURE(); });
  loop_.remove_fd(fd.get());
  loop_.cancel_timer(TimerId{7});
}

TEST_F(EventLoopTest, WhatIsDroppedMayCallTheLoop) {
  struct Leaver {
    EventLoop& loop;
    explicit Leaver(EventLoop& of) : loop(of) {}
    ~Leaver() {
      loop.post([] {});
      loop.remove_fd(12345);
      loop.stop();
    }
  };
  const UniqueFd fd = event();
  auto leaver = std::make_shared<Leaver>(loop_);
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [leaver](uint32_t) {}));
  leaver.reset();
  loop_.stop();
}

TEST_F(EventLoopTest, IsHarmlessInAForkedChild) {
  const UniqueFd fd = event();
  ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [](uint32_t) {}));
  auto inherited = std::make_unique<EventLoop>();
  ASSERT_TRUE(inherited->start("inherited"));
  EXPECT_EQ(0, result_of_child([&] {
              inherited->post([] {});
              inherited->remove_fd(1);
              if (inherited->add_timer(0, 0, [] {}) != TimerId{}) return 1;
              if (inherited->add_fd(0, EPOLLIN, [](uint32_t) {})) return 2;
              inherited->stop();
              inherited.reset();
              return 0;
            }));
  std::atomic<bool> alive{false};
  inherited->post([&] { alive.store(true); });
  EXPECT_TRUE(wait_until([&] { return alive.load(); }));
}

TEST(EventLoopWithoutStart, DoesNothing) {
  EventLoop loop;
  EXPECT_FALSE(loop.add_fd(0, EPOLLIN, [](uint32_t) {}));
  loop.post([] { ADD_FAILURE(); });
  loop.stop();
}

// Adds, removes and cancels from several threads at once, for the sanitizers.
TEST_F(EventLoopTest, SurvivesManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        const UniqueFd fd = event();
        auto alive = std::make_unique<int>(round);  // a callback after removal would be seen
        ASSERT_TRUE(loop_.add_fd(fd.get(), EPOLLIN, [&](uint32_t) {
          clear(fd.get());
          *alive += 1;
        }));
        const TimerId timer = loop_.add_timer(0, millisecond_ns / 10, [&] { *alive += 1; });
        signal(fd.get());
        loop_.post([] {});
        loop_.cancel_timer(timer);
        loop_.remove_fd(fd.get());
        *alive = 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace baton::base
