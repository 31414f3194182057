// SPDX-License-Identifier: Apache-2.0
// Containers: processes in other network, PID and IPC namespaces that share the registry directory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"

namespace baton::testing {
namespace {

struct Separation {
  const char* name;
  int flags;
};

class Namespaces : public IsolatedTest, public ::testing::WithParamInterface<Separation> {};

TEST_P(Namespaces, DoNotSeparateProcessesThatShareTheRegistry) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make namespaces";
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/down", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/up", 10);
  ChildOptions options;
  options.prepare = [flags = GetParam().flags] {
    if (unshare(flags) != 0) return false;
    // A PID namespace begins with the next child.
    if (flags & CLONE_NEWPID) {
      const pid_t inside = fork();
      if (inside != 0) {
        int status = 0;
        waitpid(inside, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
      }
    }
    return true;
  };
  Peer peer(options);
  const std::string opened = peer.ask("context name=inside");
  if (opened.empty()) GTEST_SKIP() << "this machine does not allow it";
  ASSERT_EQ(opened, "ok");
  ASSERT_EQ(peer.ask("subscription s /down"), "ok");
  ASSERT_EQ(peer.ask("publisher p /up"), "ok");
  ASSERT_EQ(peer.ask("matched s 1"), "ok");
  ASSERT_EQ(peer.ask("matched p 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  EXPECT_TRUE(subscription->get_matches()[0].zero_copy);
  EXPECT_EQ(subscription->get_matches()[0].process_name, "inside");
  SmallMessage message;
  message.fill(1, 1);
  ASSERT_TRUE(peer.tell("await s"));
  publisher->publish(message);
  EXPECT_EQ(peer.answer(), "message 1");
  EXPECT_EQ(peer.ask("publish p 1"), "published 1");
  EXPECT_TRUE(wait_until([&] { return subscription->take().has_value(); }));
  EXPECT_EQ(peer.quit().status, 0);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
}

INSTANTIATE_TEST_SUITE_P(All, Namespaces,
                         ::testing::Values(Separation{"Network", CLONE_NEWNET},
                                           Separation{"Pid", CLONE_NEWPID},
                                           Separation{"Ipc", CLONE_NEWIPC},
                                           Separation{"Container", CLONE_NEWNET | CLONE_NEWPID |
                                                                       CLONE_NEWIPC |
                                                                       CLONE_NEWUTS}),
                         [](const auto& separation) { return separation.param.name; });

}  // namespace
}  // namespace baton::testing
