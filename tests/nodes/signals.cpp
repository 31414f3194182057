// SPDX-License-Identifier: Apache-2.0
// What signals do to contexts, and to children of a process that handles them.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include <std_msgs/msg/int64.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include "node_test.hpp"

namespace baton::nodes {
namespace {

class SignalsTest : public NodeTest {
 protected:
  void SetUp() override {
    NodeTest::SetUp();
    ASSERT_TRUE(install_signal_handlers(SignalHandlerOptions::All));
    listening = listen();
  }
  void TearDown() override {
    if (listening) listening->shutdown("the test is over");
    listening.reset();
    uninstall_signal_handlers();
    NodeTest::TearDown();
  }
  static Context::SharedPtr listen() {
    auto made = std::make_shared<Context>();
    made->init(0, nullptr);
    return made;
  }
  static ExecutorOptions options_for(const Context::SharedPtr& own) {
    ExecutorOptions options;
    options.context = own;
    return options;
  }
  /// ThreadSanitizer starts no thread in a child, and tells it late of its signals.
  static bool children_work() {
#ifdef __SANITIZE_THREAD__
    return false;
#else
    return true;
#endif
  }
  /// How a child ends that does `work`, and exits with 0 if that is true.
  static int in_child(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }

  Context::SharedPtr listening;
};

TEST_F(SignalsTest, ASignalShutsDownOnlyTheContextsThatListen) {
  raise(SIGTERM);
  EXPECT_TRUE(wait_until([&] { return !listening->is_valid(); }));
  EXPECT_EQ(listening->shutdown_reason(), "signal handler");
  EXPECT_TRUE(context->is_valid());
}

TEST_F(SignalsTest, AReadThatBlocksIsInterrupted) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pthread_t reader = pthread_self();
  std::atomic<bool> done{false};
  // Again and again, as the first may come before the read; each is the first one for a new
  // context.
  std::thread signaller([&] {
    EXPECT_TRUE(wait_until([&] {
      const auto own = listen();
      if (!done) pthread_kill(reader, SIGINT);
      return done.load();
    }));
  });
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), -1);
  EXPECT_EQ(errno, EINTR);
  done = true;
  signaller.join();
  close(ends[0]);
  close(ends[1]);
}

TEST_F(SignalsTest, AnEarlierSignalDoesNotShutDownAContextThatComesLater) {
  raise(SIGTERM);
  ASSERT_TRUE(wait_until([&] { return !listening->is_valid(); }));
  const auto later = listen();  // while the former one is still there
  EXPECT_TRUE(
      testing::stays_true([&] { return later->is_valid(); }, std::chrono::milliseconds(20)));
  raise(SIGTERM);
  EXPECT_TRUE(wait_until([&] { return !later->is_valid(); }));
}

TEST_F(SignalsTest, ACallbackAtShutdownMayWaitForAThreadThatMakesEndpoints) {
  std::atomic<bool> made{false};
  listening->add_pre_shutdown_callback([&] {
    std::thread([&] {
      const auto node = std::make_shared<Node>("last", NodeOptions().context(listening));
      made = node->create_publisher<std_msgs::msg::Int64>("t", 1) != nullptr;
    }).join();
  });
  std::atomic<bool> told{false};
  listening->add_on_shutdown_callback([&] { told = true; });
  raise(SIGTERM);
  EXPECT_TRUE(wait_until([&] { return told.load(); }));
  EXPECT_TRUE(made);
}

TEST_F(SignalsTest, AThreadThatReleasesTheContextWaitsForTheShutdownThatASignalBegan) {
  std::atomic<bool> begun{false};
  std::atomic<bool> go_on{false};
  std::atomic<bool> ended{false};
  listening->add_on_shutdown_callback([&] {
    begun = true;
    EXPECT_TRUE(wait_until([&] { return go_on.load(); }));
    ended = true;
  });
  raise(SIGINT);
  EXPECT_TRUE(wait_until([&] { return begun.load(); }));
  std::thread letting_go([&] {
    listening.reset();
    EXPECT_TRUE(ended);
  });
  go_on = true;
  letting_go.join();
}

TEST_F(SignalsTest, ASpinReturnsWhenTheShutdownIsThrough) {
  const auto node = std::make_shared<Node>("node", NodeOptions().context(listening));
  std::atomic<bool> ended{false};
  listening->add_on_shutdown_callback([&] {
    EXPECT_TRUE(testing::stays_true([&] { return !ended; }, std::chrono::milliseconds(20)));
    ended = true;
  });
  executors::SingleThreadedExecutor executor(options_for(listening));
  executor.add_node(node);
  TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(std::chrono::milliseconds(1), [&] {
    timer->cancel();
    raise(SIGINT);
  });
  executor.spin();
  EXPECT_TRUE(ended);
  EXPECT_EQ(registered(), 1u) << "only the other context";
}

TEST_F(SignalsTest, ACallbackAtShutdownMayWaitForTheThreadThatSpins) {
  const auto node = std::make_shared<Node>("node", NodeOptions().context(listening));
  executors::SingleThreadedExecutor executor(options_for(listening));
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });
  std::atomic<bool> ended{false};
  listening->add_on_shutdown_callback([&] {
    spinning.join();
    ended = true;
  });
  raise(SIGINT);
  EXPECT_TRUE(wait_until([&] { return ended.load(); }));
}

TEST_F(SignalsTest, AProgramThatIsInterruptedWhileItBeginsGoesOnToItsSpin) {
  raise(SIGINT);
  ASSERT_TRUE(wait_until([&] { return !listening->is_valid(); }));
  const auto node = std::make_shared<Node>("late", NodeOptions().context(listening));
  const auto publisher = node->create_publisher<std_msgs::msg::Int64>("t", 1);
  const auto subscription = node->create_subscription<std_msgs::msg::Int64>(
      "t", 1,
      [](const std_msgs::msg::Int64&) { ADD_FAILURE() << "a callback ran after the shutdown"; });
  const auto client = node->create_client<std_srvs::srv::SetBool>("s");
  const auto service = node->create_service<std_srvs::srv::SetBool>(
      "s", [](const std_srvs::srv::SetBool::Request::SharedPtr,
              std_srvs::srv::SetBool::Response::SharedPtr) {});
  publisher->publish(std_msgs::msg::Int64());
  client->async_send_request(std::make_shared<std_srvs::srv::SetBool::Request>());
  executors::SingleThreadedExecutor executor(options_for(listening));
  executor.add_node(node);
  executor.spin();
}

TEST_F(SignalsTest, WhatIsMadeAfterAnyOtherShutdownIsAnError) {
  listening->shutdown("the user's own");
  EXPECT_THROW(Node("late", NodeOptions().context(listening)), exceptions::Error);
}

TEST_F(SignalsTest, ASignalThatComesTwiceAtOnceIsOne) {
  if (!children_work()) GTEST_SKIP() << "ThreadSanitizer does not follow into forked children";
  const int status = in_child([] {
    const auto own = listen();
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &both, nullptr);
    raise(SIGINT);
    raise(SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &both, nullptr);
    return wait_until([&] { return !own->is_valid(); });
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(SignalsTest, ARequestAndAResponseAfterTheShutdownAreDropped) {
  const auto node = std::make_shared<Node>("node", NodeOptions().context(listening));
  using std_srvs::srv::SetBool;
  const auto client = node->create_client<SetBool>("s");
  const auto service = node->create_service<SetBool>(
      "s", [](const SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  listening->shutdown("the test");
  EXPECT_NO_THROW(client->async_send_request(std::make_shared<SetBool::Request>()));
  rmw_request_id_t request{};
  SetBool::Response response;
  EXPECT_NO_THROW(service->send_response(request, response));
}

TEST_F(SignalsTest, HandlersComeAndGoWhileSignalsArriveAndTheFormerOneHearsAllOfThem) {
  listening.reset();
  uninstall_signal_handlers();
  static std::atomic<int> heard{0};
  heard = 0;
  struct sigaction counting {};
  counting.sa_handler = [](int) { ++heard; };
  struct sigaction former {};
  ASSERT_EQ(sigaction(SIGTERM, &counting, &former), 0);
  std::atomic<bool> done{false};
  std::thread toggling([&] {
    while (!done) {
      install_signal_handlers(SignalHandlerOptions::SigTerm);
      uninstall_signal_handlers();
    }
  });
  constexpr int signals = 20'000 / testing::slowness;
  for (int i = 0; i < signals; ++i) raise(SIGTERM);
  done = true;
  toggling.join();
  EXPECT_EQ(heard, signals);
  sigaction(SIGTERM, &former, nullptr);
}

template <class ExecutorT>
class SignalsWhileSpinning : public SignalsTest {
 protected:
  /// Spins until the signal, which `in_callback` or another thread raises.
  static void spin_until(int number, bool in_callback) {
    const auto own = listen();
    const auto node = std::make_shared<Node>("node", NodeOptions().context(own));
    std::atomic<int> fired{0};
    const auto timer = node->create_wall_timer(std::chrono::milliseconds(1), [&] {
      if (++fired == 3 && in_callback) raise(number);
    });
    ExecutorT executor(options_for(own));
    executor.add_node(node);
    std::thread raising([&] {
      EXPECT_TRUE(wait_until([&] { return fired >= 3; }));
      if (!in_callback) raise(number);
    });
    executor.spin();
    raising.join();
    EXPECT_FALSE(own->is_valid());
    EXPECT_FALSE(executor.is_spinning());
  }
};

using AllExecutors =
    ::testing::Types<executors::SingleThreadedExecutor, executors::StaticSingleThreadedExecutor,
                     executors::MultiThreadedExecutor, executors::EventsExecutor>;
TYPED_TEST_SUITE(SignalsWhileSpinning, AllExecutors);

TYPED_TEST(SignalsWhileSpinning, EndTheSpinWhicheverThreadRaisesThem) {
  for (const int number : {SIGINT, SIGTERM}) {
    this->spin_until(number, false);
    this->spin_until(number, true);
  }
}

TEST_F(SignalsTest, AChildIsEndedByItsSignalAndTheParentGoesOn) {
  if (!children_work()) GTEST_SKIP() << "ThreadSanitizer does not follow into forked children";
  const int status = in_child([] {
    raise(SIGTERM);
    return true;
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  EXPECT_TRUE(listening->is_valid());
}

TEST_F(SignalsTest, AContextOfAChildIsShutDownByTheChildsSignal) {
  if (!children_work()) GTEST_SKIP() << "ThreadSanitizer does not follow into forked children";
  const int status = in_child([] {
    const auto own = listen();
    raise(SIGTERM);
    return wait_until([&] { return !own->is_valid(); });
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(listening->is_valid());
}

}  // namespace
}  // namespace baton::nodes
