// SPDX-License-Identifier: Apache-2.0
#include "base/unique_fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/child_for_test.hpp"

namespace baton::base {
namespace {

int open_something() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }
bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

TEST(UniqueFd, ClosesWhatItHolds) {
  const int number = open_something();
  {
    const UniqueFd fd(number);
    EXPECT_TRUE(fd);
    EXPECT_EQ(fd.get(), number);
  }
  EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, IsEmptyWithoutADescriptor) {
  EXPECT_FALSE(UniqueFd());
  EXPECT_FALSE(UniqueFd(-1));
  EXPECT_EQ(UniqueFd().get(), -1);
}

TEST(UniqueFd, MovesOwnership) {
  const int number = open_something();
  UniqueFd first(number);
  UniqueFd second(std::move(first));
  EXPECT_EQ(first.get(), -1);
  const int replaced = open_something();
  UniqueFd third(replaced);
  third = std::move(second);
  EXPECT_FALSE(is_open(replaced));
  EXPECT_EQ(third.get(), number);
  EXPECT_TRUE(is_open(number));
  third.reset();
  EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, LetsGoOnRelease) {
  int number = -1;
  {
    UniqueFd fd(open_something());
    number = fd.release();
    EXPECT_FALSE(fd);
  }
  EXPECT_TRUE(is_open(number));
  ::close(number);
}

TEST(UniqueFd, IsEmptyAndHarmlessInAForkedChild) {
  UniqueFd fd(open_something());
  const int number = fd.get();
  EXPECT_EQ(0, result_of_child([&] {
              if (fd.get() != -1 || fd || is_open(number)) return 1;
              // The number means something else now, and the destructor must leave it alone.
              if (::dup2(STDERR_FILENO, number) != number) return 2;
              { const UniqueFd gone(std::move(fd)); }
              if (!is_open(number)) return 3;
              fd.reset(open_something());
              return fd ? 0 : 4;
            }));
  EXPECT_TRUE(is_open(number));
}

}  // namespace
}  // namespace baton::base
