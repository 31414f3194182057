// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/registry_watch.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <set>

#include "testing/deadline.hpp"
#include "testing/isolation.hpp"

namespace baton::transport {
namespace {

using testing::wait_until;

class RegistryWatchTest : public testing::IsolatedTest {
 protected:
  static constexpr const char* id = "0123456789abcdef";

  void SetUp() override {
    folder_ = scratch() + "/watched";
    ASSERT_EQ(mkdir(folder_.c_str(), 0700), 0);
    directory_.reset(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(loop_->start("test"));
  }
  void TearDown() override {
    watch_.reset();
    loop_.reset();
    directory_.reset();
    IsolatedTest::TearDown();
  }
  void watch(int directory_fd) {
    watch_ = std::make_unique<RegistryWatch>(
        *loop_, directory_fd,
        RegistryWatch::Callbacks{[this](const std::string& participant) {
                                   const std::lock_guard lock(mutex_);
                                   seen_.insert(participant);
                                   times_.fetch_add(1, std::memory_order_relaxed);
                                 },
                                 [this] { looks_.fetch_add(1, std::memory_order_relaxed); }});
  }
  void write(const std::string& name) { std::ofstream(folder_ + '/' + name) << "text"; }
  bool saw(const std::string& participant) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return seen_.contains(participant);
    });
  }

  std::string folder_;
  base::UniqueFd directory_;
  std::unique_ptr<base::EventLoop> loop_ = std::make_unique<base::EventLoop>();
  std::unique_ptr<RegistryWatch> watch_;
  std::atomic<int> times_{0};
  std::atomic<int> looks_{0};
  std::mutex mutex_;
  std::set<std::string> seen_;
};

TEST_F(RegistryWatchTest, TellsOfFilesThatComeChangeAndGo) {
  watch(directory_.get());
  EXPECT_EQ(watch_->polling_reason(), "");
  write(std::string(id) + ".json");
  EXPECT_TRUE(saw(id));
  const int before = times_;
  unlink((folder_ + '/' + id + ".json").c_str());
  EXPECT_TRUE(wait_until([&] { return times_ > before; }));
  EXPECT_EQ(looks_, 0);
}

TEST_F(RegistryWatchTest, PassesOverFilesThatAreNoParticipants) {
  watch(directory_.get());
  write("notes.txt");
  write("0123.json");
  write(std::string(id) + ".sock");
  write("fedcba9876543210.json");
  EXPECT_TRUE(saw("fedcba9876543210"));
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(seen_.size(), 1u);
}

TEST_F(RegistryWatchTest, WithoutAWatchTheWholeDirectoryIsLookedAtNowAndThen) {
  watch(-1);  // nothing that can be watched
  EXPECT_NE(watch_->polling_reason().find("max_user_watches"), std::string::npos);
  EXPECT_TRUE(wait_until([&] { return looks_ >= 2; }));
}

}  // namespace
}  // namespace baton::transport
