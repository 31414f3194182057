// SPDX-License-Identifier: Apache-2.0
#include "base/headroom.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

namespace baton::base {
namespace {

using std::filesystem::path;
using ::testing::HasSubstr;

constexpr uint64_t mib = uint64_t{1} << 20;

/// A directory that looks like / as far as memory limits go.
class FakeRoot : public ::testing::Test {
 protected:
  FakeRoot() {
    std::string name = std::filesystem::temp_directory_path() / "baton-headroom-XXXXXX";
    root_ = ::mkdtemp(name.data());
  }
  ~FakeRoot() override { std::filesystem::remove_all(root_); }

  void file(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  void machine(uint64_t total_mib, uint64_t available_mib) {
    file("proc/meminfo", "MemTotal:       " + std::to_string(total_mib * 1024) +
                             " kB\nMemFree:        1 kB\nMemAvailable:   " +
                             std::to_string(available_mib * 1024) + " kB\n");
  }
  void version_1(const std::string& group, const std::string& mount_root = "/") {
    file("proc/self/cgroup", "8:pids:/\n4:memory:" + group + "\n0::/\n");
    file("proc/self/mountinfo",
         "23 1 0:5 / / rw shared:1 - ext4 /dev/sda rw\n"
         "34 31 0:31 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
         "35 31 0:32 " +
             mount_root +
             " /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
             "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n");
  }
  void level_1(const std::string& group, uint64_t limit, uint64_t usage, uint64_t inactive = 0) {
    const std::string directory = "sys/fs/cgroup/memory" + group;
    file(directory + "/memory.limit_in_bytes", std::to_string(limit) + "\n");
    file(directory + "/memory.usage_in_bytes", std::to_string(usage) + "\n");
    file(directory + "/memory.stat",
         "inactive_file 0\ntotal_inactive_file " + std::to_string(inactive) + "\n");
  }
  void version_2(const std::string& group, const std::string& mount_root = "/") {
    file("proc/self/cgroup", "0::" + group + "\n");
    file("proc/self/mountinfo",
         "31 23 0:28 " + mount_root + " /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup rw\n");
  }
  void level_2(const std::string& group, const std::string& max, uint64_t current,
               uint64_t inactive = 0) {
    const std::string directory = "sys/fs/cgroup" + group;
    file(directory + "/memory.max", max + "\n");
    file(directory + "/memory.current", std::to_string(current) + "\n");
    file(directory + "/memory.stat", "anon 5\ninactive_file " + std::to_string(inactive) + "\n");
  }

  path root_;
};

TEST_F(FakeRoot, WithoutGroupsTheMachineLimits) {
  machine(1000, 400);
  const Headroom headroom = memory_headroom(root_);
  EXPECT_EQ(headroom.available_bytes, 400 * mib);
  EXPECT_EQ(headroom.total_bytes, 1000 * mib);
  EXPECT_EQ(headroom.limited_by, "the machine's memory");
}

TEST_F(FakeRoot, Version1LimitsAndItsPageCacheDoesNot) {
  machine(1000, 400);
  version_1("/robot");
  level_1("/robot", 300 * mib, 250 * mib, 100 * mib);
  level_1("", 9223372036854771712u, 600 * mib);
  const Headroom headroom = memory_headroom(root_);
  EXPECT_EQ(headroom.available_bytes, 150 * mib);
  EXPECT_EQ(headroom.total_bytes, 300 * mib);
  EXPECT_EQ(headroom.limited_by, "memory cgroup /robot (memory.limit_in_bytes)");
}

TEST_F(FakeRoot, AGroupFurtherUpMayBeTheTightest) {
  machine(1000, 400);
  version_1("/outer/inner");
  level_1("/outer/inner", 300 * mib, 50 * mib);
  level_1("/outer", 200 * mib, 190 * mib);
  EXPECT_EQ(memory_headroom(root_).available_bytes, 10 * mib);
  EXPECT_EQ(memory_headroom(root_).limited_by, "memory cgroup /outer (memory.limit_in_bytes)");
}

TEST_F(FakeRoot, Version1InAContainerIsFoundBelowTheMount) {
  machine(1000, 400);
  version_1("/docker/abc/task", "/docker/abc");
  level_1("/task", 100 * mib, 40 * mib);
  level_1("", 90 * mib, 50 * mib);
  EXPECT_EQ(memory_headroom(root_).available_bytes, 40 * mib);
  EXPECT_EQ(memory_headroom(root_).limited_by, "memory cgroup /docker/abc (memory.limit_in_bytes)");
}

TEST_F(FakeRoot, AGroupOutsideTheMountLimitsByTheMountPoint) {
  machine(1000, 400);
  version_1("/elsewhere", "/docker/abc");
  level_1("", 90 * mib, 50 * mib);
  EXPECT_EQ(memory_headroom(root_).available_bytes, 40 * mib);
}

TEST_F(FakeRoot, Version2Limits) {
  machine(1000, 400);
  version_2("/user.slice/app");
  level_2("/user.slice/app", "max", 70 * mib);
  level_2("/user.slice", std::to_string(200 * mib), 150 * mib, 30 * mib);
  const Headroom headroom = memory_headroom(root_);
  EXPECT_EQ(headroom.available_bytes, 80 * mib);
  EXPECT_EQ(headroom.limited_by, "memory cgroup /user.slice (memory.max)");
}

TEST_F(FakeRoot, Version2WithoutALimitLeavesTheMachine) {
  machine(1000, 400);
  version_2("/");
  EXPECT_EQ(memory_headroom(root_).limited_by, "the machine's memory");
}

TEST_F(FakeRoot, UsageAboveTheLimitLeavesNothing) {
  machine(1000, 400);
  version_2("/x");
  level_2("/x", std::to_string(10 * mib), 11 * mib);
  EXPECT_EQ(memory_headroom(root_).available_bytes, 0u);
}

TEST_F(FakeRoot, WhatCannotBeReadDoesNotLimit) {
  EXPECT_EQ(memory_headroom(root_).limited_by, "nothing known");
  EXPECT_TRUE(check_headroom(size_t{1} << 40, root_));
}

TEST_F(FakeRoot, MalformedFilesDoNotLimit) {
  file("proc/meminfo", "MemAvailable: lots\nMemTotal\n");
  file("proc/self/cgroup", "\n:\n4:memory\n4:memory:\n0::/x\n\n");
  file("proc/self/mountinfo",
       "1 2\n - \n1 2 3 / /sys/fs/cgroup rw - cgroup2\n"
       "1 2 3 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
  file("sys/fs/cgroup/x/memory.max", "-5");
  file("sys/fs/cgroup/x/memory.current", "");
  EXPECT_EQ(memory_headroom(root_).limited_by, "nothing known");
  file("sys/fs/cgroup/x/memory.max", "99999999999999999999999999");
  file("sys/fs/cgroup/x/memory.current", "5");
  EXPECT_EQ(memory_headroom(root_).limited_by, "nothing known");
}

TEST_F(FakeRoot, SixteenMebibytesStayInReserve) {
  machine(1000, 100);
  EXPECT_TRUE(check_headroom(84 * mib, root_));
  const Status refused = check_headroom(84 * mib + 1, root_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ENOMEM);
  EXPECT_EQ(refused.error().text,
            "cannot commit 84.0 MiB: the machine's memory has 100.0 MiB left, of which 16.0 MiB "
            "stay in reserve; free memory or raise that limit");
}

TEST_F(FakeRoot, OnePercentOfALargeMachineStaysInReserve) {
  machine(100'000, 5'000);
  EXPECT_TRUE(check_headroom(4'000 * mib, root_));
  EXPECT_THAT(check_headroom(4'000 * mib + 1, root_).error().text, HasSubstr("1000.0 MiB stay"));
}

TEST(Headroom, OfThisMachineIsKnown) {
  const Headroom headroom = memory_headroom();
  EXPECT_GT(headroom.available_bytes, 0u);
  EXPECT_LE(headroom.available_bytes, headroom.total_bytes);
  EXPECT_NE(headroom.limited_by, "nothing known");
  EXPECT_TRUE(check_headroom(4096));
}

}  // namespace
}  // namespace baton::base
