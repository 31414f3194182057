// SPDX-License-Identifier: Apache-2.0
// fork() without exec: everything made before it belongs to the parent. The child gets a clear
// error from every entry, does not disturb the parent, and does not keep a dead parent alive.
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

#include <baton/baton.hpp>
#include <baton/msg/home.hpp>
#include <builtin_interfaces/msg/time.hpp>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"
#include "testing/process_facts.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"

namespace baton::testing {
namespace {

using namespace std::chrono_literals;

struct Number {
  std::uint64_t value;
};

/// Runs `work` in a forked child; its exit status, or 1000 + the signal that killed it, or -1 when
/// it hangs.
int in_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  if (!wait_until([&] { return waitpid(child, &status, WNOHANG) == child; })) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/// 0 if it throws an Error that speaks of fork.
int throws_of_fork(const std::function<void()>& entry) {
  try {
    entry();
    return 1;
  } catch (const exceptions::Error& error) {
    return std::string(error.what()).find("fork") != std::string::npos ? 0 : 2;
  }
}

class Fork : public IsolatedTest {
 protected:
  Fork() {
    EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
    EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
    executor->add_subscription(subscription);
  }
  void TearDown() override {
    wait_set.reset();
    executor.reset();
    subscription.reset();
    publisher.reset();
    context.reset();
    IsolatedTest::TearDown();
  }

  /// Messages still flow in the parent.
  void expect_parent_undisturbed() {
    for (std::uint64_t value = 100; value < 120; ++value) {
      publisher->publish(Number{value});
      const auto sample = subscription->take();
      ASSERT_TRUE(sample);
      EXPECT_EQ((*sample)->value, value);
    }
    EXPECT_EQ(publisher->get_subscription_count(), 1u);
    EXPECT_EQ(publisher->get_counters().pinned_chunks, 0u);
  }

  std::unique_ptr<Context> context = std::make_unique<Context>(ContextOptions{});
  Publisher<Number>::SharedPtr publisher = create_publisher<Number>(*context, "t", 10);
  Subscription<Number>::SharedPtr subscription = create_subscription<Number>(*context, "t", 10);
  std::unique_ptr<executors::SingleThreadedExecutor> executor =
      std::make_unique<executors::SingleThreadedExecutor>(*context);
  std::unique_ptr<WaitSet> wait_set = std::make_unique<WaitSet>(*context);
};

TEST_F(Fork, InTheChildEveryEntryThrowsAndSaysWhy) {
  publisher->publish(Number{1});
  const std::pair<const char*, std::function<void()>> throwing[] = {
      {"create_publisher", [&] { create_publisher<Number>(*context, "u", 1); }},
      {"create_subscription", [&] { create_subscription<Number>(*context, "u", 1); }},
      {"executor", [&] { executors::SingleThreadedExecutor{*context}; }},
      {"wait set", [&] { WaitSet{*context}; }},
      {"borrow", [&] { publisher->borrow_loaned_message(); }},
      {"loan", [&] { publisher->loan(); }},
      {"publish", [&] { publisher->publish(Number{2}); }},
      {"take", [&] { (void)subscription->take(); }},
      {"take a copy",
       [&] {
         Number number{};
         MessageInfo info;
         (void)subscription->take(number, info);
       }},
      {"matches of a publisher", [&] { (void)publisher->get_matches(); }},
      {"matches of a subscription", [&] { (void)subscription->get_matches(); }},
      {"subscription count", [&] { (void)publisher->get_subscription_count(); }},
      {"publisher count", [&] { (void)subscription->get_publisher_count(); }},
      {"counters of a publisher", [&] { (void)publisher->get_counters(); }},
      {"counters of a subscription", [&] { (void)subscription->get_counters(); }},
      {"spin", [&] { executor->spin(); }},
      {"spin_once", [&] { executor->spin_once(0ns); }},
      {"spin_some", [&] { executor->spin_some(); }},
      {"wait", [&] { (void)wait_set->wait(1s); }},
      {"add_subscription", [&] { wait_set->add_subscription(subscription); }},
      {"remove_subscription", [&] { executor->remove_subscription(subscription); }},
  };
  for (const auto& [name, entry] : throwing) {
    EXPECT_EQ(in_child([&, &call = entry] { return throws_of_fork(call); }), 0) << name;
  }
  const std::pair<const char*, std::function<void()>> silent[] = {
      {"notify", [&] { wait_set->notify(); }},
      {"cancel", [&] { executor->cancel(); }},
      {"shutdown", [&] { context->shutdown(); }},
  };
  for (const auto& [name, entry] : silent) {
    EXPECT_EQ(in_child([&call = entry] { return call(), 0; }), 0) << name;
  }
  EXPECT_EQ(in_child([&] { return context->is_valid() ? 1 : 0; }), 0);
  EXPECT_EQ((*subscription->take())->value, 1u);
  expect_parent_undisturbed();
}

TEST_F(Fork, TheChildMayDestroyEverything) {
  publisher->publish(Number{1});
  publisher->publish(Number{2});
  auto sample = subscription->take();
  auto loan = publisher->loan();
  ASSERT_TRUE(sample && loan);
  EXPECT_EQ(in_child([&] {
              sample.reset();
              loan.reset();
              wait_set.reset();
              executor.reset();
              subscription.reset();
              publisher.reset();
              context.reset();
              return 0;
            }),
            0);
  EXPECT_EQ((*sample)->value, 1u);
  EXPECT_EQ(publisher->get_counters().pinned_chunks, 1u);
  sample.reset();
  loan.reset();
  EXPECT_EQ((*subscription->take())->value, 2u);
  expect_parent_undisturbed();
}

TEST_F(Fork, TheChildMayBeForkedWhileOtherThreadsPublishAndTake) {
  std::atomic<bool> stop{false};
  std::thread publishing([&] {
    while (!stop) publisher->publish(Number{1});
  });
  std::thread taking([&] {
    while (!stop) (void)subscription->take();
  });
  for (int round = 0; round < 50; ++round) {
    EXPECT_EQ(in_child([&] {
                if (throws_of_fork([&] { publisher->publish(Number{2}); }) != 0) return 1;
                if (throws_of_fork([&] { (void)subscription->take(); }) != 0) return 2;
                wait_set.reset();
                executor.reset();
                subscription.reset();
                publisher.reset();
                context.reset();
                return 0;
              }),
              0);
    if (HasFailure()) break;
  }
  stop = true;
  publishing.join();
  taking.join();
  while (subscription->take()) {
  }
  expect_parent_undisturbed();
}

/// A loan of a type without strings is given up by its address. Carving more chunks calls
/// `on_growth` with the lock held.
TEST(ForkWithALoan, TheChildMayDeleteItWhileAnotherThreadHasThePublishersLock) {
  using builtin_interfaces::msg::Time;
  transport::PublisherSpec spec;
  spec.type = &msg::type_support<Time>();
  const auto publisher = transport::ShmPublisher::make(spec);
  const transport::Loan small = publisher->loan(sizeof(Time)).value();
  int result = -2;
  publisher->set_on_growth([&](std::size_t) {  // with the lock held
    if (result != -2) return;
    result = in_child([&] {
      msg::free_message(small.data);
      return 0;
    });
  });
  std::vector<transport::Loan> more;
  while (result == -2 && more.size() < 4000) more.push_back(publisher->loan(sizeof(Time)).value());
  EXPECT_EQ(result, 0);
  for (const transport::Loan& loan : more) publisher->discard(loan.token);
  publisher->discard(small.token);
}

TEST_F(Fork, TheChildMayMakeAContextOfItsOwn) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer allows no threads in a child forked from several";
#endif
  EXPECT_EQ(in_child([&] {
              Context own{ContextOptions{}};
              const auto far = create_subscription<Number>(own, "t", 10);
              if (!wait_until([&] { return far->get_publisher_count() == 1; })) return 1;
              const auto back = create_publisher<Number>(own, "back", 10);
              return 0;
            }),
            0);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 1; }));
  expect_parent_undisturbed();
}

TEST_F(Fork, AChildThatLivesOnDoesNotKeepItsDeadParentAlive) {
  Peer parent;
  ASSERT_EQ(parent.ask("context name=parent"), "ok");
  ASSERT_EQ(parent.ask("subscription s /other"), "ok");
  ASSERT_EQ(parent.ask("publisher p /own"), "ok");
  ASSERT_TRUE(wait_until([&] { return registered() == 2; }));
  const pid_t orphan = std::stoi(parent.ask("fork"));
  ASSERT_GT(orphan, 0);
  parent.process().kill(SIGKILL);
  ASSERT_TRUE(parent.process().wait());
  // The orphan releases all as soon as it is scheduled, which may be after the first newcomer has
  // looked.
  EXPECT_TRUE(wait_until([&] {
    const Context newcomer{ContextOptions{}};
    return registered() == 2;
  }));
  EXPECT_NE(process_state(orphan), '?') << "the orphan should still be there";
  kill(orphan, SIGKILL);
  EXPECT_TRUE(
      wait_until([&] { return process_state(orphan) == '?' || process_state(orphan) == 'Z'; }));
}

TEST_F(Fork, AProgramStartedByExecHoldsNothing) {
  ChildOptions options;
  options.program = "/bin/sh";
  options.arguments = {"-c", "ls -l /proc/self/fd; grep -c baton /proc/self/maps; cat"};
  ChildProcess shell(options);
  shell.close_input();
  std::string text;
  while (const auto line = shell.read_line()) text += *line + '\n';
  ASSERT_TRUE(shell.wait());
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("baton-")));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("eventfd")));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("socket")));
  EXPECT_THAT(text, ::testing::EndsWith("\n0\n"));
}

}  // namespace
}  // namespace baton::testing
