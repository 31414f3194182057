// SPDX-License-Identifier: Apache-2.0
#include "base/file_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/child_for_test.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {
namespace {

class FileLock : public ::testing::Test {
 protected:
  ~FileLock() override { ::unlink(name_.c_str()); }

  UniqueFd open(int flags) {
    return UniqueFd(::open(name_.c_str(), flags | O_CREAT | O_CLOEXEC, 0600));
  }
  bool locked() {
    const Result<bool> answer = is_locked(open(O_RDONLY).get());
    EXPECT_TRUE(answer);
    return answer && *answer;
  }

  const std::string name_ =
      std::filesystem::temp_directory_path() / ("baton-file-lock-" + std::to_string(::getpid()));
};

TEST_F(FileLock, IsSeenThroughAReadOnlyDescriptor) {
  EXPECT_FALSE(locked());
  const UniqueFd owner = open(O_RDWR);
  ASSERT_TRUE(lock_exclusive(owner.get()));
  EXPECT_TRUE(locked());
}

TEST_F(FileLock, IsHeldByOneOpeningAtATime) {
  const UniqueFd owner = open(O_RDWR);
  ASSERT_TRUE(lock_exclusive(owner.get()));
  const UniqueFd other = open(O_RDWR);
  const Status second = lock_exclusive(other.get());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, EAGAIN);
  EXPECT_EQ(second.error().text, "the file is locked by another process");
}

TEST_F(FileLock, GoesWithItsDescriptorAndNotWithAnother) {
  UniqueFd owner = open(O_RDWR);
  ASSERT_TRUE(lock_exclusive(owner.get()));
  open(O_RDWR).reset();  // a POSIX lock would be gone now
  EXPECT_TRUE(locked());
  owner.reset();
  EXPECT_FALSE(locked());
}

TEST_F(FileLock, GoesWithAKilledProcess) {
  int ready[2];
  ASSERT_EQ(0, ::pipe2(ready, O_CLOEXEC));
  const pid_t child = ::fork();
  if (child == 0) {
    const UniqueFd owner = open(O_RDWR);
    const char byte = lock_exclusive(owner.get()) ? '1' : '0';
    (void)!::write(ready[1], &byte, 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(1, ::read(ready[0], &byte, 1));
  EXPECT_EQ(byte, '1');
  EXPECT_TRUE(locked());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(locked());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(FileLock, AStrangersReadLockIsNoLife) {
  const UniqueFd reader = open(O_RDONLY);
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  ASSERT_EQ(0, ::fcntl(reader.get(), F_OFD_SETLK, &lock));
  EXPECT_FALSE(locked());
}

TEST_F(FileLock, NeedsAWritableDescriptor) {
  const Status status = lock_exclusive(open(O_RDONLY).get());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, EBADF);
  EXPECT_FALSE(is_locked(-1));
}

}  // namespace
}  // namespace baton::base
