// SPDX-License-Identifier: Apache-2.0
// What may lie in a registry directory: leftovers of the dead, other versions, garbage.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <mutex>

#include <baton/baton.hpp>

#include "base/file_lock.hpp"
#include "base/hash.hpp"
#include "base/unique_fd.hpp"
#include "testing/checked_message.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/process_facts.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

class StaleRegistry : public IsolatedTest {
 protected:
  void SetUp() override {
    mkdir(registry_root().c_str(), 0700);
    mkdir(registry().c_str(), 0700);
  }
  void TearDown() override {
    forget_registry_files();
    IsolatedTest::TearDown();
  }
  std::string path(const std::string& name) const { return registry() + '/' + name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  /// As a participant writes it.
  static std::string registry_text(const std::string& body) {
    return fmt::format("baton {:016x} {}\n{}", base::fnv1a_64(body), body.size(), body);
  }
  ContextOptions listening() {
    ContextOptions options;
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
    };
    return options;
  }
  std::vector<std::string> told(EventKind kind) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> texts;
    for (const ContextEvent& event : events_) {
      if (event.kind == kind) texts.push_back(event.text);
    }
    return texts;
  }

 private:
  std::mutex mutex_;  // covers events_
  std::vector<ContextEvent> events_;
};

TEST_F(StaleRegistry, FilesThatNoProcessLocksAreRemovedByTheNextThatStarts) {
  for (int i = 0; i < 100; ++i) {
    write(fmt::format("{:016x}.json", i), registry_text("{}"));
    write(fmt::format("{:016x}.sock", i), "");
  }
  const Context context{ContextOptions{}};
  EXPECT_TRUE(wait_until([&] { return files_below(registry()).size() == 2; }));
}

TEST_F(StaleRegistry, AParticipantOfAnotherVersionIsNamedOnceAndDisturbsNoOther) {
  const std::string name = "00112233445566aa.json";
  write(name, registry_text(R"({"id":"00112233445566aa","version":99,"pid":77,"name":"newer"})"));
  const base::UniqueFd file(open(path(name).c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_TRUE(base::lock_exclusive(file.get()));
  Context context(listening());
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  ASSERT_TRUE(wait_until([&] { return !told(EventKind::incompatible_version).empty(); }));
  const auto texts = told(EventKind::incompatible_version);
  EXPECT_EQ(texts.size(), 1u);
  EXPECT_THAT(texts[0], HasSubstr("newer"));
  EXPECT_THAT(texts[0], HasSubstr("77"));
  EXPECT_THAT(texts[0], HasSubstr("layout 99"));
  EXPECT_EQ(access(path(name).c_str(), F_OK), 0) << "a stranger's file was removed";
}

TEST_F(StaleRegistry, GarbageIsNamedOnceAndDisturbsNoParticipant) {
  const std::string garbage[] = {"",
                                 "\n",
                                 "baton",
                                 "baton 0 5\n12345",
                                 std::string(100'000, 'x'),
                                 std::string("\0\0\0\0", 4),
                                 registry_text("[]"),
                                 registry_text("{"),
                                 registry_text(R"({"version":"one"})"),
                                 registry_text(R"({"version":1,"id":3})"),
                                 registry_text(std::string(10'000, '['))};
  std::vector<base::UniqueFd> locks;
  int number = 0;
  for (const std::string& text : garbage) {
    const std::string name = fmt::format("{:016x}.json", ++number);
    write(name, text);
    locks.emplace_back(open(path(name).c_str(), O_RDWR | O_CLOEXEC));
    ASSERT_TRUE(base::lock_exclusive(locks.back().get()));
  }
  Context context(listening());
  const auto publisher = create_publisher<SmallMessage>(context, "/t", 10);
  const auto subscription = create_subscription<SmallMessage>(context, "/t", 10);
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  const auto refused = told(EventKind::peer_refused);
  EXPECT_LE(refused.size(), std::size(garbage));
  EXPECT_GE(refused.size(), 1u);
}

TEST_F(StaleRegistry, OtherKindsOfFilesAreLeftAlone) {
  write("notes.txt", "mine");
  write("0011223344556677.json.old", "mine");
  mkdir(path("00112233445566ee.json").c_str(), 0700);
  ASSERT_EQ(mkfifo(path("00112233445566ff.json").c_str(), 0600), 0);
  ASSERT_EQ(symlink("/etc/hostname", path("00112233445566dd.json").c_str()), 0);
  const Context context(listening());
  const Context other{ContextOptions{}};
  EXPECT_EQ(access(path("notes.txt").c_str(), F_OK), 0);
  EXPECT_EQ(access(path("0011223344556677.json.old").c_str(), F_OK), 0);
  EXPECT_EQ(access(path("00112233445566ff.json").c_str(), F_OK), 0);
  EXPECT_EQ(access("/etc/hostname", F_OK), 0);
}

TEST_F(StaleRegistry, AStrangersReadLockDoesNotLookLikeLife) {
  const std::string name = "00112233445566bb.json";
  write(name, registry_text("{}"));
  const base::UniqueFd file(open(path(name).c_str(), O_RDONLY | O_CLOEXEC));
  struct flock lock {};
  lock.l_type = F_RDLCK;
  ASSERT_EQ(fcntl(file.get(), F_OFD_SETLK, &lock), 0);
  const Context context{ContextOptions{}};
  EXPECT_TRUE(wait_until([&] { return files_below(registry()).size() == 2; }));
}

}  // namespace
}  // namespace baton::testing
