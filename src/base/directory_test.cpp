// SPDX-License-Identifier: Apache-2.0
#include "base/directory.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "base/child_for_test.hpp"

namespace baton::base {
namespace {

using ::testing::HasSubstr;

class PrivateDirectory : public ::testing::Test {
 protected:
  PrivateDirectory() {
    std::string name = std::filesystem::temp_directory_path() / "baton-directory-XXXXXX";
    base_ = ::mkdtemp(name.data());
    root_ = base_ + "/top";
    path_ = root_ + "/d7";
  }
  ~PrivateDirectory() override { std::filesystem::remove_all(base_); }

  static mode_t mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(0, ::lstat(path.c_str(), &status)) << path;
    return status.st_mode & 07777;
  }
  std::string refusal(mode_t mode = 0700) {
    const Result<UniqueFd> fd = open_private_directory(path_, mode);
    return fd ? "it was accepted" : fd.error().text;
  }

  std::string base_;
  std::string root_;
  std::string path_;
};

TEST_F(PrivateDirectory, IsCreatedWithItsParentWhateverTheUmask) {
  const mode_t before = ::umask(0277);
  const Result<UniqueFd> fd = open_private_directory(path_, 0700);
  ::umask(before);
  ASSERT_TRUE(fd) << fd.error().text;
  EXPECT_EQ(mode_of(root_), 0700u);
  EXPECT_EQ(mode_of(path_), 0700u);
  struct stat opened {};
  struct stat named {};
  ASSERT_EQ(0, ::fstat(fd->get(), &opened));
  ASSERT_EQ(0, ::stat(path_.c_str(), &named));
  EXPECT_EQ(opened.st_ino, named.st_ino);
  EXPECT_NE(::fcntl(fd->get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(PrivateDirectory, IsUsedAgainWhenItExists) {
  ASSERT_TRUE(open_private_directory(path_, 0700));
  EXPECT_TRUE(open_private_directory(path_, 0700));
  EXPECT_TRUE(open_private_directory(path_ + "/", 0700));
}

TEST_F(PrivateDirectory, GrantsWhatWasAskedForAndNoMore) {
  ASSERT_TRUE(open_private_directory(path_, 0770));
  EXPECT_EQ(mode_of(path_), 0770u);
  EXPECT_TRUE(open_private_directory(path_, 0770));
  EXPECT_THAT(refusal(0750), HasSubstr("chmod"));
}

TEST_F(PrivateDirectory, ParentsOfParentsAreNotCreated) {
  path_ = base_ + "/a/b/c";
  EXPECT_EQ(refusal(), "cannot create the directory " + base_ +
                           "/a/b: No such file or directory; set BATON_REGISTRY_DIR to a directory "
                           "of your own");
}

TEST_F(PrivateDirectory, ThatIsOpenToOthersIsRefusedWithTheCure) {
  ASSERT_TRUE(open_private_directory(path_, 0700));
  ASSERT_EQ(0, ::chmod(path_.c_str(), 0755));
  EXPECT_EQ(refusal(),
            "the directory " + path_ + " is open to others (mode 755); run: chmod 700 " + path_);
}

TEST_F(PrivateDirectory, WhoseParentLetsOthersReplaceItIsRefused) {
  ASSERT_TRUE(open_private_directory(path_, 0700));
  ASSERT_EQ(0, ::chmod(root_.c_str(), 0777));
  EXPECT_EQ(refusal(), "the directory " + root_ +
                           " (mode 777) lets others replace what is in it; run: chmod go-w " +
                           root_);
  ASSERT_EQ(0, ::chmod(root_.c_str(), 01777));  // like /tmp
  EXPECT_TRUE(open_private_directory(path_, 0700));
}

TEST_F(PrivateDirectory, ASymbolicLinkIsRefused) {
  ASSERT_TRUE(open_private_directory(path_, 0700));
  std::filesystem::create_directory_symlink(path_, root_ + "/link");
  path_ = root_ + "/link";
  EXPECT_THAT(refusal(), HasSubstr("is not a directory (a symbolic link counts as none)"));
}

TEST_F(PrivateDirectory, WhoseParentIsASymbolicLinkIsRefusedAndNothingIsMadeBehindIt) {
  const std::string elsewhere = base_ + "/elsewhere";
  ASSERT_TRUE(std::filesystem::create_directory(elsewhere));
  std::filesystem::create_directory_symlink(elsewhere, root_);
  EXPECT_EQ(refusal(), root_ +
                           " is not a directory (a symbolic link counts as none); remove it or "
                           "set BATON_REGISTRY_DIR to a directory of your own");
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere));
}

TEST_F(PrivateDirectory, WhoseParentIsALinkToNothingIsRefused) {
  std::filesystem::create_directory_symlink(base_ + "/nothing", root_);
  EXPECT_THAT(refusal(), HasSubstr("(a symbolic link counts as none)"));
  EXPECT_FALSE(std::filesystem::exists(base_ + "/nothing"));
}

TEST_F(PrivateDirectory, WhereNothingCanBeMadeTheCureIsNamed) {
  if (::geteuid() != 0) GTEST_SKIP() << "mounting needs root";
  constexpr int no_mount = 77;
  const int result = result_of_child([&] {
    const bool mounted = ::unshare(CLONE_NEWNS) == 0 &&
                         ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         ::mount("none", base_.c_str(), "tmpfs", MS_RDONLY, nullptr) == 0;
    if (!mounted) return no_mount;
    const std::string expected = "Read-only file system; set BATON_REGISTRY_DIR to a directory";
    return refusal().find(expected) != std::string::npos ? 0 : 1;
  });
  if (result == no_mount) GTEST_SKIP() << "this machine allows no mount";
  EXPECT_EQ(result, 0);
}

TEST_F(PrivateDirectory, WithoutADescriptorTheCureIsMoreOfThem) {
  rlimit before{};
  ASSERT_EQ(0, ::getrlimit(RLIMIT_NOFILE, &before));
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(0, ::setrlimit(RLIMIT_NOFILE, &none));
  const std::string text = refusal();
  ASSERT_EQ(0, ::setrlimit(RLIMIT_NOFILE, &before));
  EXPECT_THAT(text, HasSubstr("Too many open files; raise RLIMIT_NOFILE"));
}

TEST_F(PrivateDirectory, AFileIsRefused) {
  ASSERT_TRUE(open_private_directory(path_, 0700));
  path_ = root_ + "/file";
  UniqueFd(::open(path_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)).reset();
  EXPECT_THAT(refusal(), HasSubstr("is not a directory"));
}

TEST_F(PrivateDirectory, OfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "giving a directory away needs root";
  ASSERT_TRUE(open_private_directory(path_, 0700));
  ASSERT_EQ(0, ::chown(path_.c_str(), stranger, stranger));
  EXPECT_EQ(refusal(), "the directory " + path_ +
                           " belongs to user 65533, not to you (user 0); remove it or set "
                           "BATON_REGISTRY_DIR to one of your own");
  ASSERT_EQ(0, ::chown(path_.c_str(), 0, 0));
  ASSERT_EQ(0, ::chown(root_.c_str(), stranger, stranger));
  EXPECT_THAT(refusal(), HasSubstr(root_ + " belongs to user 65533, not to you (user 0) or root"));
}

TEST_F(PrivateDirectory, OfRootIsRefusedToAStranger) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";
  ASSERT_TRUE(open_private_directory(path_, 0700));
  ASSERT_EQ(0, ::chmod(base_.c_str(), 0755));
  ASSERT_EQ(0, ::chmod(root_.c_str(), 0755));
  EXPECT_EQ(0, result_of_child([&] {
              if (!become_stranger()) return 1;
              const Result<UniqueFd> fd = open_private_directory(path_, 0700);
              return fd ? 2 : fd.error().code == EACCES ? 0 : 3;
            }));
}

TEST_F(PrivateDirectory, WithoutANameIsRefused) { EXPECT_FALSE(open_private_directory("", 0700)); }

}  // namespace
}  // namespace baton::base
