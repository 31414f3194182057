// SPDX-License-Identifier: Apache-2.0
#include "base/fork_guard.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/child_for_test.hpp"
#include "base/file_lock.hpp"
#include "base/unique_fd.hpp"
#include "testing/deadline.hpp"

namespace baton::base {
namespace {

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

TEST(ForkGuard, CountsForks) {
  const uint32_t here = fork_generation();
  EXPECT_EQ(0, result_of_child([&] {
              if (fork_generation() != here + 1) return 1;
              return result_of_child([&] { return fork_generation() == here + 2 ? 0 : 1; });
            }));
  EXPECT_EQ(fork_generation(), here);
}

TEST(ForkGuard, ClosesEveryTrackedDescriptorInTheChild) {
  std::vector<UniqueFd> many;
  for (int i = 0; i < 300; ++i) many.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<int> numbers;
  for (const UniqueFd& fd : many) numbers.push_back(fd.get());
  EXPECT_EQ(0, result_of_child([&] {
              for (const int number : numbers) {
                if (is_open(number)) return 1;
              }
              return 0;
            }));
  for (const int number : numbers) EXPECT_TRUE(is_open(number));
}

TEST(ForkGuard, LeavesUntrackedDescriptorsToTheChild) {
  const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  track_fd(fd);
  untrack_fd(fd);
  EXPECT_EQ(0, result_of_child([&] { return is_open(fd) ? 0 : 1; }));
  track_fd(fd);
  close_tracked_fd(fd);
  EXPECT_FALSE(is_open(fd));
}

TEST(ForkGuard, AChildDoesNotKeepTheLockOfADeadParent) {
  const std::string name =
      std::filesystem::temp_directory_path() / ("baton-fork-guard-" + std::to_string(::getpid()));
  int to_grandchild[2];
  ASSERT_EQ(0, ::pipe2(to_grandchild, O_CLOEXEC));
  // The child locks, forks a grandchild that lives on, and dies.
  const int outcome = result_of_child([&] {
    UniqueFd file(::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    if (!lock_exclusive(file.get())) return 1;
    if (::fork() == 0) {
      ::close(to_grandchild[1]);
      char byte = 0;
      ::_exit(static_cast<int>(::read(to_grandchild[0], &byte, 1)));
    }
    return 0;
  });
  EXPECT_EQ(outcome, 0);
  const UniqueFd probe(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  // The grandchild may not have closed its descriptors yet.
  EXPECT_TRUE(testing::wait_until([&] {
    const Result<bool> locked = is_locked(probe.get());
    return locked && !*locked;
  }));
  ::close(to_grandchild[1]);
  ::close(to_grandchild[0]);
  ::unlink(name.c_str());
}

TEST(ForkGuard, AnExecutedProgramHoldsNothing) {
  const UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const std::string check = "test ! -e /proc/self/fd/" + std::to_string(fd.get());
  EXPECT_EQ(0, result_of_child([&] {
              ::execl("/bin/sh", "sh", "-c", check.c_str(), nullptr);
              return 127;
            }));
  // vfork (posix_spawn, system) runs no handlers: only O_CLOEXEC closes descriptors there.
  EXPECT_EQ(0, ::system(check.c_str()));
}

TEST(ForkGuard, ForkingWhileOthersOpenAndCloseLeavesTheTableWhole) {
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop.load()) const UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  });
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(0, result_of_child([] {
                const UniqueFd own(::open("/dev/null", O_RDONLY | O_CLOEXEC));
                return own ? 0 : 1;
              }));
  }
  stop.store(true);
  other.join();
}

}  // namespace
}  // namespace baton::base
