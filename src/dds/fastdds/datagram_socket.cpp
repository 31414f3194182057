// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/datagram_socket.hpp"

#include <unistd.h>

namespace baton::dds::fastdds {
namespace {

/// Without this the kernel would keep for ever what strangers send to the socket.
constexpr int least_buffer_bytes = 1;

int open_socket(bool is_confined) {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return fd;
  (void)::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &least_buffer_bytes, sizeof least_buffer_bytes);
  if (!is_confined) return fd;
  const sockaddr_in own = as_sockaddr({loopback_ipv4, 0});
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0) return fd;
  ::close(fd);
  return -1;
}

}  // namespace

DatagramSocket::DatagramSocket(bool is_confined) : fd_(open_socket(is_confined)) {}

DatagramSocket::~DatagramSocket() {
  if (fd_ >= 0) ::close(fd_);
}

void DatagramSocket::send(rtps::Bytes datagram, const std::vector<Address>& to) const noexcept {
  for (const Address& each : to) {
    const sockaddr_in address = as_sockaddr(each);
    (void)::sendto(fd_, datagram.data(), datagram.size(), 0,
                   reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
}

}  // namespace baton::dds::fastdds
