// SPDX-License-Identifier: Apache-2.0
#include "base/group_directory.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>
#include <vector>

#include "base/child_for_test.hpp"

namespace baton::base {
namespace {

class GroupDirectory : public ::testing::Test {
 protected:
  GroupDirectory() {
    std::string name = std::filesystem::temp_directory_path() / "baton-group-XXXXXX";
    base_ = ::mkdtemp(name.data());
    path_ = base_ + "/top/d7";
  }
  ~GroupDirectory() override { std::filesystem::remove_all(base_); }

  std::string base_;
  std::string path_;
  const gid_t group_ = ::getegid();
};

TEST_F(GroupDirectory, IsCreatedForTheGroupAndUsedAgain) {
  const mode_t before = ::umask(0077);
  const Result<UniqueFd> created = open_group_directory(path_, group_);
  ::umask(before);
  ASSERT_TRUE(created) << created.error().text;
  for (const std::string& path : {path_, base_ + "/top"}) {
    struct stat status {};
    ASSERT_EQ(0, ::stat(path.c_str(), &status));
    EXPECT_EQ(status.st_mode & 07777, 03770u);
    EXPECT_EQ(status.st_gid, group_);
  }
  EXPECT_TRUE(open_group_directory(path_, group_));
}

TEST_F(GroupDirectory, ThreadsThatComeAtTheSameMomentMeetNoneThatIsHalfMade) {
  const mode_t before = ::umask(0077);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::thread> threads;
    std::atomic<int> opened{0};
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] { opened += open_group_directory(path_, group_) ? 1 : 0; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(opened, 8);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(base_), {}), 1) << "a leftover";
    std::filesystem::remove_all(base_ + "/top");
  }
  ::umask(before);
}

TEST_F(GroupDirectory, OfAnotherGroupOrOpenToOthersIsRefused) {
  ASSERT_TRUE(open_group_directory(path_, group_));
  const Result<UniqueFd> other = open_group_directory(path_, group_ + 1);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().text, ::testing::HasSubstr("belongs to group"));
  ASSERT_EQ(0, ::chmod(path_.c_str(), 02775));
  EXPECT_FALSE(open_group_directory(path_, group_));
}

TEST_F(GroupDirectory, OfOneselfWithoutTheStickyBitGetsIt) {
  ASSERT_TRUE(open_group_directory(path_, group_));
  ASSERT_EQ(0, ::chmod(path_.c_str(), 02770));
  ASSERT_TRUE(open_group_directory(path_, group_));
  struct stat status {};
  ASSERT_EQ(0, ::stat(path_.c_str(), &status));
  EXPECT_EQ(status.st_mode & 07777, 03770u);
}

TEST_F(GroupDirectory, OfAnotherUserWithoutTheStickyBitIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";
  ASSERT_TRUE(open_group_directory(path_, group_));
  ASSERT_EQ(0, ::chmod(path_.c_str(), 02770));
  ASSERT_EQ(0, ::chmod(base_.c_str(), 0755));
  EXPECT_EQ(0, result_of_child([&] {
              // The user is still a member of the group.
              if (::setresuid(65534, 65534, 65534) != 0) return 1;
              return open_group_directory(path_, group_) ? 2 : 0;
            }));
}

TEST_F(GroupDirectory, AMemberCannotRemoveTheFileOfAnother) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";
  ASSERT_TRUE(open_group_directory(path_, group_));
  ASSERT_EQ(0, ::chmod(base_.c_str(), 0755));
  ASSERT_EQ(0, ::close(::creat((path_ + "/file").c_str(), 0640)));
  EXPECT_EQ(0, result_of_child([&] {
              if (::setresuid(65534, 65534, 65534) != 0) return 1;
              if (!open_group_directory(path_, group_)) return 2;
              return ::unlink((path_ + "/file").c_str()) == 0 ? 3 : 0;
            }));
}

TEST_F(GroupDirectory, ASymbolicLinkIsRefused) {
  ASSERT_TRUE(open_group_directory(path_, group_));
  std::filesystem::create_directory_symlink(path_, base_ + "/top/link");
  EXPECT_FALSE(open_group_directory(base_ + "/top/link", group_));
}

}  // namespace
}  // namespace baton::base
