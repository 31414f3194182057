// SPDX-License-Identifier: Apache-2.0
#include "control_socket.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace perf {
namespace {

std::pair<ControlSocket, ControlSocket> connected() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  return {ControlSocket(ends[0]), ControlSocket(ends[1])};
}

nlohmann::json packet_of(size_t bytes) { return std::string(bytes - 2, 'x'); }  // and two quotes

TEST(ControlSocket, CarriesPacketsUpToItsLimitAndRefusesLargerOnes) {
  auto [one, other] = connected();
  const nlohmann::json largest = packet_of(128 * 1024);
  EXPECT_TRUE(one.send(largest));
  EXPECT_EQ(other.receive(), largest);
  EXPECT_THROW(one.send(packet_of(128 * 1024 + 1)), std::length_error);
  EXPECT_TRUE(one.send("small"));
  EXPECT_EQ(other.receive(), "small");
}

TEST(ControlSocket, CarriesDescriptors) {
  auto [one, other] = connected();
  EXPECT_TRUE(one.send("with two", {one.fd(), other.fd()}));
  std::vector<int> received;
  EXPECT_EQ(other.receive(&received), "with two");
  ASSERT_EQ(received.size(), 2u);
  for (const int fd : received) {
    EXPECT_GE(fcntl(fd, F_GETFD), 0);
    close(fd);
  }
}

TEST(ControlSocket, SaysThatTheOtherSideIsGone) {
  auto [one, other] = connected();
  { const ControlSocket gone = std::move(other); }
  EXPECT_FALSE(one.send("nothing"));
  EXPECT_EQ(one.receive(), std::nullopt);
}

}  // namespace
}  // namespace perf
