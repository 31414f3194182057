// SPDX-License-Identifier: Apache-2.0
// Not enough memory or address space: an error text with the figures and the cure, never a SIGBUS;
// and a survivor lives through the OOM kill of another.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include <baton/baton.hpp>

#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/peer.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;

/// A memory cgroup of this test, or the reason why there is none. v1 and v2.
class MemoryGroup {
 public:
  explicit MemoryGroup(std::uint64_t limit_bytes) {
    for (const auto& [root, limit] :
         {std::pair<std::string, std::string>{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
          {"/sys/fs/cgroup", "memory.max"}}) {
      path_ = fmt::format("{}/baton-test-{}", root, getpid());
      if (mkdir(path_.c_str(), 0755) != 0) continue;
      made_ = true;
      std::ofstream file(path_ + '/' + limit);
      file << limit_bytes << std::flush;
      if (file) return;
      rmdir(path_.c_str());
      made_ = false;
    }
  }
  ~MemoryGroup() {
    if (!made_) return;
    EXPECT_TRUE(wait_until([&] { return rmdir(path_.c_str()) == 0; }));
  }
  explicit operator bool() const { return made_; }
  /// For a child: joins the group.
  std::function<bool()> join() const {
    return [path = path_ + "/cgroup.procs"] {
      const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
      const bool joined = fd >= 0 && write(fd, "0", 1) == 1;
      close(fd);
      return joined;
    };
  }

 private:
  std::string path_;
  bool made_ = false;
};

constexpr const char* no_group =
    "memory cgroups cannot be made here (root and a writable "
    "/sys/fs/cgroup are needed)";

// A sanitizer needs memory, too; less than a pool may take is left for messages.
constexpr std::size_t group_bytes = (64u << 20) + (testing::slowness - 1) * (12u << 20);

class MemoryLimit : public IsolatedTest {};

TEST_F(MemoryLimit, APublisherThatReachesTheGroupsLimitIsToldFiguresAndCure) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer takes four times what is written, out of the group that is full";
#endif
  const MemoryGroup group(group_bytes);
  if (!group) GTEST_SKIP() << no_group;
  ChildOptions options;
  options.prepare = group.join();
  Peer peer(options);
  ASSERT_EQ(peer.ask("context"), "ok");
  ASSERT_EQ(peer.ask("publisher p /t large"), "ok");
  const std::string answer = peer.ask("loan_all p");
  EXPECT_THAT(answer, HasSubstr("error no memory for a message of"));
  EXPECT_THAT(answer, HasSubstr("cgroup"));
  EXPECT_THAT(answer, HasSubstr("baton-test"));
  EXPECT_THAT(answer, HasSubstr("committed"));
  // It goes on with what it has.
  EXPECT_EQ(peer.ask("give_back"), "ok");
  EXPECT_EQ(peer.ask("publish p 100"), "published 100");
  EXPECT_EQ(peer.quit().status, 0);
}

TEST_F(MemoryLimit, ASurvivorLivesThroughTheOomKillOfAnother) {
  const MemoryGroup group(group_bytes);
  if (!group) GTEST_SKIP() << no_group;
  Context context{ContextOptions{}};
  const auto publisher = create_publisher<SmallMessage>(context, "/down", 10);
  const auto subscription = create_subscription<LargeMessage>(context, "/up", 10);
  ChildOptions options;
  options.prepare = group.join();
  Peer victim(options);
  ASSERT_EQ(victim.ask("context"), "ok");
  ASSERT_EQ(victim.ask("publisher p /up large"), "ok");
  ASSERT_EQ(victim.ask("subscription s /down"), "ok");
  ASSERT_EQ(victim.ask("matched p 1"), "ok");
  ASSERT_EQ(victim.ask("matched s 1"), "ok");
  ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
  ASSERT_EQ(victim.ask("publish p 2"), "published 2");
  const auto held = subscription->take();
  ASSERT_TRUE(held);
  publisher->publish(SmallMessage{});
  ASSERT_THAT(victim.ask("hold s"), HasSubstr("corrupt"));  // it was never filled
  EXPECT_EQ(victim.ask("eat_memory"), "");
  const auto end = victim.process().wait();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->signal, SIGKILL);
  EXPECT_TRUE((*held)->is_whole()) << "what is held stays, whichever process paid for it";
  EXPECT_EQ((*held)->sequence, 1u);
  EXPECT_TRUE(wait_until([&] { return publisher->get_counters().pinned_chunks == 0; }));
  EXPECT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 0; }));
  EXPECT_EQ((*subscription->take())->sequence, 2u) << "what was published is delivered";
  const Context newcomer{ContextOptions{}};
  EXPECT_TRUE(wait_until([&] { return registered() == 2; }));
}

TEST_F(MemoryLimit, WithoutAddressSpaceAFirstMessageIsRefusedAndTheRestWorks) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all of the address space";
#endif
  ChildOptions options;
  options.prepare = [] {
    const rlimit limit{3ul << 29, 3ul << 29};  // pools of some publishers, not of all
    return setrlimit(RLIMIT_AS, &limit) == 0;
  };
  Peer peer(options);
  ASSERT_EQ(peer.ask("context"), "ok");
  std::string answer = "published 1";
  int made = 0;
  for (; answer == "published 1" && made < 2000; ++made) {
    ASSERT_EQ(peer.ask(fmt::format("publisher p{} /t", made)), "ok") << "it costs nothing yet";
    answer = peer.ask(fmt::format("publish p{} 1", made));
  }
  EXPECT_GT(made, 2);
  EXPECT_THAT(answer, HasSubstr("topic '/t': no memory to publish from"));
  EXPECT_THAT(answer, HasSubstr("Cannot allocate memory"));
  EXPECT_EQ(peer.ask("publish p0 9"), "published 10");
  EXPECT_EQ(peer.ask("destroy p1"), "ok");
  EXPECT_EQ(peer.ask(fmt::format("publish p{} 1", made - 1)), "published 1") << "as there is room";
  EXPECT_EQ(peer.quit().status, 0);
}

}  // namespace
}  // namespace baton::testing
