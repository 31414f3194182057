// SPDX-License-Identifier: Apache-2.0
#include "base/kill_point.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace baton::base {
namespace {

class KillPoint : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!BATON_KILL_POINTS) GTEST_SKIP() << "built without BATON_KILL_POINTS";
  }
  ~KillPoint() override { set_kill_point_hook({}); }

  /// How many points named "step" a child passes before it dies; -1 when it passes all ten.
  static int passages_survived(const char* kill_at) {
    int passed[2];
    EXPECT_EQ(0, ::pipe(passed));
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("BATON_KILL_AT", kill_at, 1);
      for (int i = 0; i < 10; ++i) {
        kill_point("step");
        (void)!::write(passed[1], "x", 1);
      }
      ::_exit(0);
    }
    ::close(passed[1]);
    int count = 0;
    for (char byte; ::read(passed[0], &byte, 1) == 1;) ++count;
    ::close(passed[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? count : -1;
  }
};

TEST_F(KillPoint, KillsAtTheFirstPassage) { EXPECT_EQ(passages_survived("step"), 0); }
TEST_F(KillPoint, KillsAtTheNthPassage) { EXPECT_EQ(passages_survived("step:4"), 3); }
TEST_F(KillPoint, SparesOtherNames) { EXPECT_EQ(passages_survived("stepping:1"), -1); }
TEST_F(KillPoint, SparesEveryProcessWithoutTheVariable) { EXPECT_EQ(passages_survived(""), -1); }

TEST_F(KillPoint, CallsTheHookInstead) {
  std::vector<std::string> names;
  set_kill_point_hook([&](const char* name) { names.push_back(name); });
  kill_point("one");
  kill_point("two");
  EXPECT_EQ(names, (std::vector<std::string>{"one", "two"}));
}

}  // namespace
}  // namespace baton::base
