// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/datagram_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace baton::dds::fastdds {

DatagramSocket::DatagramSocket()
    : fd_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}

DatagramSocket::~DatagramSocket() {
  if (fd_ >= 0) ::close(fd_);
}

void DatagramSocket::send(rtps::Bytes datagram, const std::vector<Address>& to) const noexcept {
  for (const Address& each : to) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(each.port);
    address.sin_addr.s_addr = htonl(each.ipv4);
    (void)::sendto(fd_, datagram.data(), datagram.size(), 0,
                   reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
}

}  // namespace baton::dds::fastdds
