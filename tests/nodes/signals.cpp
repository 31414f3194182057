// SPDX-License-Identifier: Apache-2.0
// What signals do to contexts, and to children of a process that handles them.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

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

TEST_F(SignalsTest, ASignalShutsDownWhoListensAndNobodyElse) {
  raise(SIGTERM);
  EXPECT_TRUE(wait_until([&] { return !listening->is_valid(); }));
  EXPECT_EQ(listening->shutdown_reason(), "signal handler");
  EXPECT_TRUE(context->is_valid());
}

TEST_F(SignalsTest, AnEarlierSignalDoesNotShutDownWhoComesLater) {
  raise(SIGTERM);
  ASSERT_TRUE(wait_until([&] { return !listening->is_valid(); }));
  const auto later = listen();  // while the former one is still there
  EXPECT_TRUE(testing::stays_true([&] { return later->is_valid(); }, std::chrono::milliseconds(20)));
  raise(SIGTERM);
  EXPECT_TRUE(wait_until([&] { return !later->is_valid(); }));
}

TEST_F(SignalsTest, AChildIsEndedByItsSignalAndTheParentGoesOn) {
  const int status = in_child([] {
    raise(SIGTERM);
    return true;
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  EXPECT_TRUE(listening->is_valid());
}

TEST_F(SignalsTest, AContextOfAChildIsShutDownByTheChildsSignal) {
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
