// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/packet_link.hpp"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <future>
#include <mutex>

#include "testing/deadline.hpp"

namespace baton::transport {
namespace {

using namespace shm::wire;
using testing::wait_until;

/// One end of the connection is the link, the other one the test's socket.
class PacketLinkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(loop_.start("test"));
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    theirs_.reset(ends[0]);
    run([&] {
      link_ = *PacketLink::open(loop_, base::UniqueFd(ends[1]),
                                {[this](PacketLink::Received received) {
                                   const std::lock_guard lock(mutex_);
                                   received_.push_back(std::move(received));
                                   return goes_on_;
                                 },
                                 [this](const std::string& why) {
                                   const std::lock_guard lock(mutex_);
                                   ends_.push_back(why);
                                 },
                                 [this] {
                                   const std::lock_guard lock(mutex_);
                                   ++rooms_;
                                 }});
    });
  }
  void TearDown() override {
    run([&] { link_.reset(); });
    loop_.stop();
  }

  template <class Work>
  auto run(Work work) -> decltype(work()) {
    std::packaged_task<decltype(work())()> task(std::move(work));
    auto result = task.get_future();
    loop_.post([&task] { task(); });
    return result.get();
  }
  template <class Value>
  bool becomes(const Value& value, std::size_t size) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      if constexpr (requires { value.size(); }) {
        return value.size() == size;
      } else {
        return value == size;
      }
    });
  }
  /// The packets that have come so far; empty at the end.
  std::optional<base::Packet> take() {
    auto packet = base::receive_packet(theirs_.get(), max_packet_bytes, 2);
    return packet && !packet->end ? std::optional(std::move(*packet)) : std::nullopt;
  }
  /// Sends until something is queued.
  void fill() {
    run([&] {
      while (link_->has_room()) link_->send(Grew{1, 2, sent_++});
    });
  }

  base::EventLoop loop_;
  base::UniqueFd theirs_;
  std::shared_ptr<PacketLink> link_;
  std::uint64_t sent_ = 0;
  std::mutex mutex_;  // covers what follows
  std::vector<PacketLink::Received> received_;
  std::vector<std::string> ends_;
  std::size_t rooms_ = 0;
  bool goes_on_ = true;
};

TEST_F(PacketLinkTest, MessagesComeWithTheirDescriptors) {
  const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
  ASSERT_TRUE(base::send_packet(theirs_.get(), encode(BellOffer{3}), std::vector{bell.get()}));
  ASSERT_TRUE(becomes(received_, 1));
  EXPECT_EQ(std::get<BellOffer>(received_[0].message).executor, 3u);
  EXPECT_EQ(received_[0].fds.size(), 1u);
  EXPECT_FALSE(received_[0].fds_lost);
}

/// Drops the privilege to have more descriptors on their way than a process may have open.
bool become_ordinary() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  return syscall(SYS_capset, &header, data) == 0;
}

/// Packets with descriptors on a connection of this process, as many as its user may send now.
struct Crowd {
  Crowd() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
    while (base::send_packet(ends[0], encode(BellOffer{}), std::vector{bell.get(), bell.get()})) {
    }
  }
  ~Crowd() {
    for (const int end : ends) close(end);
  }
  int ends[2];
};

TEST_F(PacketLinkTest, WhatWaitsIsSentOnceThereAreNotTooManyDescriptorsOnTheirWay) {
  rlimit former{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &former), 0);
  const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
  fill();
  const bool ordinary = run([&] {  // the privileges of this thread
    EXPECT_TRUE(link_->send(BellOffer{9}, {bell.get()}));
    return become_ordinary();
  });
  ASSERT_TRUE(ordinary);
  rlimit low = former;
  low.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  auto crowd = run([] { return std::make_unique<Crowd>(); });
  std::size_t fds = 0;
  std::vector<std::uint32_t> offers;
  const auto read = [&] {
    while (const auto packet = take()) {
      fds += packet->fds.size();
      const auto message = decode(packet->bytes);
      if (const auto* offer = std::get_if<BellOffer>(&*message)) offers.push_back(offer->executor);
    }
    return !offers.empty();
  };
  EXPECT_TRUE(testing::stays_true([&] { return !read(); }, std::chrono::milliseconds(100)));
  crowd.reset();
  EXPECT_TRUE(wait_until(read));
  EXPECT_EQ(offers, std::vector<std::uint32_t>{9});
  EXPECT_EQ(fds, 1u);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &former), 0);
}

TEST_F(PacketLinkTest, WhatDoesNotFitWaitsInOrderAndRoomIsTold) {
  const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
  fill();
  run([&] { return link_->send(BellOffer{7}, {bell.get()}); });
  EXPECT_TRUE(becomes(rooms_, 0));
  std::uint64_t next = 0;
  std::optional<base::Packet> last;
  EXPECT_TRUE(wait_until([&] {
    while (auto packet = take()) {
      auto message = decode(packet->bytes);
      if (const auto* grew = std::get_if<Grew>(&*message)) {
        EXPECT_EQ(grew->end_bytes, next++);
      } else {
        last = std::move(packet);
      }
    }
    return last.has_value();
  }));
  EXPECT_EQ(next, sent_);
  EXPECT_EQ(last->fds.size(), 1u);
  EXPECT_TRUE(becomes(rooms_, 1));
  EXPECT_TRUE(run([&] { return link_->has_room(); }));
}

TEST_F(PacketLinkTest, APeerThatLeavesTooMuchUnreadIsGivenUpOnce) {
  run([&] {
    for (int i = 0; i < 20'000; ++i) link_->send(Grew{1, 2, 3});
  });
  EXPECT_TRUE(becomes(ends_, 1));
  EXPECT_EQ(ends_[0], "it does not read its messages");
  run([&] { return link_->send(Grew{1, 2, 3}); });
  EXPECT_EQ(run([&] { return link_->serve(); }), false);
  EXPECT_EQ(ends_.size(), 1u);
}

TEST_F(PacketLinkTest, AHangUpIsToldBehindEverythingThatCameBefore) {
  for (std::uint32_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(base::send_packet(theirs_.get(), encode(Wake{i})));
  }
  theirs_.reset();
  ASSERT_TRUE(becomes(ends_, 1));
  EXPECT_EQ(ends_[0], "");
  EXPECT_EQ(received_.size(), 100u);
}

TEST_F(PacketLinkTest, WhatIsNoMessageEndsIt) {
  const std::byte garbage[] = {std::byte{'{'}, std::byte{'x'}};
  ASSERT_TRUE(base::send_packet(theirs_.get(), garbage));
  ASSERT_TRUE(becomes(ends_, 1));
  EXPECT_NE(ends_[0], "");
}

TEST_F(PacketLinkTest, ARefusalByItsUserClosesItWithoutAWord) {
  goes_on_ = false;
  ASSERT_TRUE(base::send_packet(theirs_.get(), encode(Wake{1})));
  ASSERT_TRUE(becomes(received_, 1));
  EXPECT_TRUE(wait_until([&] {
    auto packet = base::receive_packet(theirs_.get(), max_packet_bytes, 2);
    return packet && packet->end;
  }));
  EXPECT_TRUE(ends_.empty());
}

TEST_F(PacketLinkTest, ServingDoesNowWhatTheLoopWouldDoLater) {
  const std::size_t served = run([&] {
    (void)base::send_packet(theirs_.get(), encode(Wake{1}));
    EXPECT_TRUE(link_->serve());
    EXPECT_FALSE(link_->serve()) << "nothing came since";
    const std::lock_guard lock(mutex_);
    return received_.size();
  });
  EXPECT_EQ(served, 1u);
}

}  // namespace
}  // namespace baton::transport
