// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/loopback_group.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "testing/deadline.hpp"

namespace baton::dds::fastdds {
namespace {

using testing::wait_until;

constexpr std::uint32_t group_ipv4 = 0xefff0001;  // 239.255.0.1
constexpr std::uint32_t far_ipv4 = 0x0a4d0101;    // 10.77.1.1
constexpr char from_loopback = 'l';
constexpr char from_afar = 'f';

/// A socket of this process that sends on one interface.
class Speaker {
 public:
  explicit Speaker(std::uint32_t interface) : fd_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    const in_addr address{htonl(interface)};
    EXPECT_EQ(::setsockopt(fd_, IPPROTO_IP, IP_MULTICAST_IF, &address, sizeof address), 0);
  }
  ~Speaker() { ::close(fd_); }
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;
  void say(char what, const Address& to) const {
    const sockaddr_in address = as_sockaddr(to);
    EXPECT_EQ(
        ::sendto(fd_, &what, 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address), 1);
  }

 private:
  const int fd_;
};

/// Collects what the group has heard.
struct Listener {
  explicit Listener(const Address& group)
      : hears(group, [this](std::span<std::uint8_t> datagram, const Address& from) {
          (datagram[0] == from_loopback && from.ipv4 == loopback_ipv4 ? near : far) += 1;
        }) {}
  std::atomic<int> near{0};
  std::atomic<int> far{0};
  LoopbackGroup hears;
};

/// A port that was free a moment ago.
std::uint16_t free_port() {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in any{};
  any.sin_family = AF_INET;
  socklen_t size = sizeof any;
  EXPECT_EQ(::bind(fd, reinterpret_cast<const sockaddr*>(&any), size), 0);
  EXPECT_EQ(::getsockname(fd, reinterpret_cast<sockaddr*>(&any), &size), 0);
  ::close(fd);
  return ntohs(any.sin_port);
}

TEST(LoopbackGroup, EachListenerHearsWhatIsSentOnTheLoopbackInterface) {
  const Address group{group_ipv4, free_port()};
  const Speaker near(loopback_ipv4);
  Listener one(group);
  {
    Listener other(group);
    near.say(from_loopback, group);
    EXPECT_TRUE(wait_until([&] { return one.near == 1 && other.near == 1; }));
  }
  near.say(from_loopback, group);
  EXPECT_TRUE(wait_until([&] { return one.near == 2; })) << "one that goes takes nothing with it";
}

TEST(LoopbackGroup, WhatIsSentToTheLoopbackAddressIsNotHeard) {
  const Address group{group_ipv4, free_port()};
  const Speaker near(loopback_ipv4);
  const Listener one(group);
  near.say(from_afar, {loopback_ipv4, group.port});
  near.say(from_loopback, group);
  EXPECT_TRUE(wait_until([&] { return one.near == 1; }));
  EXPECT_EQ(one.far, 0);
}

/// Runs in a network namespace of its own, so that nothing of the machine changes. 0: everything
/// was right.
int hear_beside_another_interface() {
  if (std::system(
          "ip link set lo up && ip link add far0 type veth peer name far1 && "
          "ip address add 10.77.1.1/24 dev far0 && ip link set far0 up && ip link set far1 up") !=
      0) {
    return 77;
  }
  const Address group{group_ipv4, free_port()};
  // Another process has to join the group on that interface: otherwise no packet comes from there.
  const int neighbour = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  const sockaddr_in bound = as_sockaddr(group);
  const ip_mreq there{{htonl(group_ipv4)}, {htonl(far_ipv4)}};
  if (::setsockopt(neighbour, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0) return 2;
  if (::bind(neighbour, reinterpret_cast<const sockaddr*>(&bound), sizeof bound) != 0) return 3;
  if (::setsockopt(neighbour, IPPROTO_IP, IP_ADD_MEMBERSHIP, &there, sizeof there) != 0) return 4;
  const Listener one(group);
  Speaker(far_ipv4).say(from_afar, group);
  char heard = 0;
  if (!wait_until([&] { return ::recv(neighbour, &heard, 1, MSG_DONTWAIT) == 1; })) return 5;
  Speaker(loopback_ipv4).say(from_loopback, group);
  if (!wait_until([&] { return one.near == 1; })) return 6;
  ::close(neighbour);
  return one.far == 0 ? 0 : 7;
}

TEST(LoopbackGroup, WhatIsSentOnAnotherInterfaceIsNotHeardBesideAProcessThatHearsIt) {
  const pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWNET) == 0 ? hear_beside_another_interface() : 77);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "only root makes network namespaces";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace baton::dds::fastdds
