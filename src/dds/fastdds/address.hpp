// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <compare>
#include <cstdint>

namespace baton::dds::fastdds {

/// An address of UDP; both fields in host byte order.
struct Address {
  std::uint32_t ipv4 = 0;
  std::uint16_t port = 0;

  auto operator<=>(const Address&) const = default;
};

inline constexpr std::uint32_t loopback_ipv4 = INADDR_LOOPBACK;

inline sockaddr_in as_sockaddr(const Address& address) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(address.port);
  made.sin_addr.s_addr = htonl(address.ipv4);
  return made;
}

}  // namespace baton::dds::fastdds
