// SPDX-License-Identifier: Apache-2.0
#include "base/unix_socket.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "base/child_for_test.hpp"

namespace baton::base {
namespace {

using ::testing::HasSubstr;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}
std::string text_of(const Packet& packet) {
  return {reinterpret_cast<const char*>(packet.bytes.data()), packet.bytes.size()};
}
size_t open_fds() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

class UnixSocket : public ::testing::Test {
 protected:
  UnixSocket() {
    std::string name = std::filesystem::temp_directory_path() / "baton-socket-XXXXXX";
    // A longer name than sun_path could hold.
    directory_ = std::string(::mkdtemp(name.data())) + "/" + std::string(150, 'x');
    std::filesystem::create_directory(directory_);
    dir_fd_.reset(::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  ~UnixSocket() override {
    std::filesystem::remove_all(std::filesystem::path(directory_).parent_path());
  }

  void connect() {
    Result<UniqueFd> listening = listen_at(dir_fd_.get(), "socket", 0600);
    ASSERT_TRUE(listening) << listening.error().text;
    Result<UniqueFd> left = connect_to(dir_fd_.get(), "socket");
    ASSERT_TRUE(left) << left.error().text;
    Result<UniqueFd> right = accept_from(listening->get());
    ASSERT_TRUE(right) << right.error().text;
    left_ = std::move(*left);
    right_ = std::move(*right);
  }

  std::string directory_;
  UniqueFd dir_fd_;
  UniqueFd left_;
  UniqueFd right_;
};

TEST_F(UnixSocket, CarriesWholePacketsInOrder) {
  connect();
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("one")));
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("three")));
  Result<Packet> first = receive_packet(right_.get(), 100, 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(text_of(*first), "one");
  EXPECT_FALSE(first->end);
  EXPECT_EQ(text_of(*receive_packet(right_.get(), 5, 0)), "three");
  const Result<Packet> none = receive_packet(right_.get(), 5, 0);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, EAGAIN);
}

TEST_F(UnixSocket, CarriesDescriptors) {
  connect();
  int ends[2];
  ASSERT_EQ(0, ::pipe2(ends, O_CLOEXEC));
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("fds"), ends));
  write_end.reset();
  Result<Packet> packet = receive_packet(right_.get(), 100, 2);
  ASSERT_TRUE(packet);
  ASSERT_EQ(packet->fds.size(), 2u);
  EXPECT_NE(::fcntl(packet->fds[1].get(), F_GETFD) & FD_CLOEXEC, 0);
  ASSERT_EQ(1, ::write(packet->fds[1].get(), "x", 1));
  char byte = 0;
  EXPECT_EQ(1, ::read(read_end.get(), &byte, 1));
}

TEST_F(UnixSocket, TellsWhenThePeerHangsUp) {
  connect();
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("last")));
  left_.reset();
  EXPECT_EQ(text_of(*receive_packet(right_.get(), 100, 0)), "last");
  const Result<Packet> end = receive_packet(right_.get(), 100, 0);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->end);
  EXPECT_TRUE(end->bytes.empty());
  const Status sent = send_packet(right_.get(), bytes_of("x"));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, EPIPE);
}

TEST_F(UnixSocket, AHangUpWithUnreadPacketsIsAnEndToo) {
  connect();
  ASSERT_TRUE(send_packet(right_.get(), bytes_of("never read")));
  left_.reset();
  const Result<Packet> end = receive_packet(right_.get(), 100, 0);
  ASSERT_TRUE(end) << end.error().text;
  EXPECT_TRUE(end->end);
}

TEST_F(UnixSocket, RefusesPacketsThatAreTooLongAndClosesTheirDescriptors) {
  connect();
  const size_t before = open_fds();
  const int fds[] = {left_.get(), right_.get()};
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("too long"), fds));
  const Result<Packet> packet = receive_packet(right_.get(), 4, 2);
  ASSERT_FALSE(packet);
  EXPECT_EQ(packet.error().code, EMSGSIZE);
  EXPECT_EQ(packet.error().text, "packet refused: longer than 4 bytes");
  EXPECT_EQ(open_fds(), before);
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("next")));
  EXPECT_EQ(text_of(*receive_packet(right_.get(), 4, 2)), "next");
}

TEST_F(UnixSocket, RefusesTooManyDescriptorsAndClosesThem) {
  connect();
  const size_t before = open_fds();
  for (size_t count = 1; count <= 5; ++count) {
    const std::vector<int> fds(count, left_.get());
    ASSERT_TRUE(send_packet(left_.get(), bytes_of("x"), fds));
    const Result<Packet> packet = receive_packet(right_.get(), 100, count - 1);
    ASSERT_FALSE(packet);
    EXPECT_EQ(packet.error().code, EMSGSIZE);
    EXPECT_THAT(packet.error().text, HasSubstr("descriptors"));
    EXPECT_EQ(open_fds(), before);
  }
  const std::vector<int> most(max_fds_in_packet, left_.get());
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("x"), most));
  Result<Packet> packet = receive_packet(right_.get(), 100, max_fds_in_packet);
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->fds.size(), max_fds_in_packet);
}

TEST_F(UnixSocket, SaysWhenTheProcessHasNoRoomForDescriptors) {
  connect();
  const std::vector<int> fds(8, left_.get());
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("x"), fds));
  rlimit before{};
  ASSERT_EQ(0, ::getrlimit(RLIMIT_NOFILE, &before));
  const UniqueFd lowest(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  rlimit tight = before;
  tight.rlim_cur = static_cast<rlim_t>(lowest.get()) + 4;
  ASSERT_EQ(0, ::setrlimit(RLIMIT_NOFILE, &tight));
  const Result<Packet> packet = receive_packet(right_.get(), 100, 16);
  ASSERT_EQ(0, ::setrlimit(RLIMIT_NOFILE, &before));
  ASSERT_TRUE(packet);
  EXPECT_TRUE(packet->fds_lost);
  EXPECT_TRUE(packet->fds.empty());
  EXPECT_EQ(text_of(*packet), "x");
}

TEST_F(UnixSocket, ReadsWhatWasSentByAPeerThatHungUpWithPacketsUnread) {
  connect();
  ASSERT_TRUE(send_packet(right_.get(), bytes_of("question"), {}));
  ASSERT_TRUE(send_packet(left_.get(), bytes_of("why not"), {}));
  left_.reset();
  const Result<Packet> packet = receive_packet(right_.get(), 100, 1);
  ASSERT_TRUE(packet);
  EXPECT_EQ(text_of(*packet), "why not");
  EXPECT_TRUE(receive_packet(right_.get(), 100, 1)->end);
}

TEST_F(UnixSocket, NeverBlocksOnAPeerThatDoesNotRead) {
  connect();
  const std::vector<std::byte> bytes(10'000);
  Status sent;
  for (int i = 0; i < 10'000 && sent; ++i) sent = send_packet(left_.get(), bytes);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, EAGAIN);
}

TEST_F(UnixSocket, KnowsThePeersProcessAndUser) {
  connect();
  const Result<PeerCredentials> peer = peer_credentials(right_.get());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->pid, ::getpid());
  EXPECT_EQ(peer->uid, ::geteuid());
  EXPECT_EQ(peer->gid, ::getegid());
  EXPECT_FALSE(peer_credentials(dir_fd_.get()));
}

TEST_F(UnixSocket, KnowsAPeerOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";
  std::filesystem::permissions(std::filesystem::path(directory_).parent_path(),
                               std::filesystem::perms(0755));
  const Result<UniqueFd> listening = listen_at(dir_fd_.get(), "open", 0666);
  const Result<UniqueFd> closed = listen_at(dir_fd_.get(), "closed", 0600);
  ASSERT_TRUE(listening && closed);
  EXPECT_EQ(0, result_of_child([&] {
              if (!become_stranger()) return 1;
              const UniqueFd directory(::open(directory_.c_str(), O_RDONLY | O_DIRECTORY));
              const Result<UniqueFd> refused = connect_to(directory.get(), "closed");
              if (refused || refused.error().code != EACCES) return 2;
              return connect_to(directory.get(), "open") ? 0 : 3;
            }));
  const Result<UniqueFd> accepted = accept_from(listening->get());
  ASSERT_TRUE(accepted);
  EXPECT_EQ(peer_credentials(accepted->get())->uid, stranger);
}

TEST_F(UnixSocket, HasTheModeAskedForWhateverTheUmask) {
  const mode_t before = ::umask(0777);
  const Result<UniqueFd> listening = listen_at(dir_fd_.get(), "socket", 0660);
  ::umask(before);
  ASSERT_TRUE(listening) << listening.error().text;
  struct stat status {};
  ASSERT_EQ(0, ::fstatat(dir_fd_.get(), "socket", &status, 0));
  EXPECT_EQ(status.st_mode & 07777, 0660u);
}

TEST_F(UnixSocket, TellsAbsentListenersFromDeadOnes) {
  const Result<UniqueFd> absent = connect_to(dir_fd_.get(), "nobody");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ENOENT);
  listen_at(dir_fd_.get(), "dead", 0600)->reset();
  const Result<UniqueFd> dead = connect_to(dir_fd_.get(), "dead");
  ASSERT_FALSE(dead);
  EXPECT_EQ(dead.error().code, ECONNREFUSED);
  const Result<UniqueFd> taken = listen_at(dir_fd_.get(), "dead", 0600);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, EADDRINUSE);
}

TEST_F(UnixSocket, RefusesNamesThatDoNotFit) {
  const Result<UniqueFd> fd = listen_at(dir_fd_.get(), std::string(100, 'n'), 0600);
  ASSERT_FALSE(fd);
  EXPECT_EQ(fd.error().code, ENAMETOOLONG);
}

TEST_F(UnixSocket, AcceptDoesNotWait) {
  const Result<UniqueFd> listening = listen_at(dir_fd_.get(), "socket", 0600);
  ASSERT_TRUE(listening);
  const Result<UniqueFd> none = accept_from(listening->get());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, EAGAIN);
}

}  // namespace
}  // namespace baton::base
