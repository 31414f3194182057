// SPDX-License-Identifier: Apache-2.0
#include "dds/interface_watch.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "testing/deadline.hpp"

namespace baton::dds {
namespace {

using testing::wait_until;

/// Runs in a network namespace of its own, so that nothing of the machine changes. 0: everything
/// was right.
int watch_an_address_come() {
  auto loop = std::make_shared<base::EventLoop>();
  if (!loop->start("test")) return 2;
  std::atomic<int> calls{0};
  InterfaceWatch watch(loop, [&] {
    calls.fetch_add(1, std::memory_order_relaxed);
    return true;
  });
  const auto count = [&] { return calls.load(std::memory_order_relaxed); };
  if (std::system("ip link set lo up") != 0) return 3;  // brings two addresses
  if (!wait_until([&] { return count() > 0; })) return 4;
  const int before = count();
  if (std::system("ip address add 10.0.0.1/8 dev lo && ip address add 10.0.0.2/8 dev lo") != 0)
    return 5;
  if (!wait_until([&] { return count() > before; })) return 6;
  return 0;
}

TEST(InterfaceWatch, TellsOfAddressesThatCome) {
  const pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWNET) == 0 ? watch_an_address_come() : 77);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "only root makes network namespaces";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(InterfaceWatch, CallsAgainUntilTheCallbackHasDoneItsWork) {
  auto loop = std::make_shared<base::EventLoop>();
  ASSERT_TRUE(loop->start("test"));
  std::atomic<int> calls{0};
  InterfaceWatch watch(loop, [&] { return calls.fetch_add(1, std::memory_order_relaxed) == 2; });
  EXPECT_TRUE(wait_until([&] { return calls.load(std::memory_order_relaxed) == 3; }));
}

}  // namespace
}  // namespace baton::dds
