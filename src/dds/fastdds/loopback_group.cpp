// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/loopback_group.hpp"

#include <unistd.h>

#include <system_error>
#include <utility>

namespace baton::dds::fastdds {
namespace {

constexpr std::size_t longest_datagram = 65'507;

template <class Option>
bool set(int fd, int level, int name, const Option& value) {
  return ::setsockopt(fd, level, name, &value, sizeof value) == 0;
}

/// Bound to the group's address, so that nothing else is received. Other processes of this machine
/// bind the same port.
bool join(int fd, const Address& group) {
  const sockaddr_in address = as_sockaddr(group);
  ip_mreqn on_loopback{};
  on_loopback.imr_multiaddr = address.sin_addr;
  on_loopback.imr_address.s_addr = htonl(loopback_ipv4);
  return set(fd, SOL_SOCKET, SO_REUSEADDR, 1) &&
         ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         // Otherwise the socket receives from every interface on which any process of this machine
         // has joined the group.
         set(fd, IPPROTO_IP, IP_MULTICAST_ALL, 0) &&
         set(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, on_loopback);
}

int open_socket(const Address& group) {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || join(fd, group)) return fd;
  ::close(fd);
  return -1;
}

}  // namespace

LoopbackGroup::LoopbackGroup(const Address& group, Heard heard)
    : heard_(std::move(heard)), fd_(open_socket(group)), buffer_(longest_datagram) {
  if (fd_ < 0) return;
  try {
    thread_ = std::thread([this] { listen(); });
  } catch (const std::system_error&) {
    // Without a thread nothing is heard.
  }
}

LoopbackGroup::~LoopbackGroup() {
  if (fd_ < 0) return;
  // Relaxed: the shutdown() below ends the current wait, or the next one.
  is_ending_.store(true, std::memory_order_relaxed);
  (void)::shutdown(fd_, SHUT_RD);  // says that it is not connected, and wakes nevertheless
  if (thread_.joinable()) thread_.join();
  ::close(fd_);
}

void LoopbackGroup::listen() {
  while (true) {
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t bytes = ::recvfrom(fd_, buffer_.data(), buffer_.size(), 0,
                                     reinterpret_cast<sockaddr*>(&from), &size);
    if (is_ending_.load(std::memory_order_relaxed)) return;  // relaxed: see the destructor
    if (bytes <= 0) continue;
    heard_(std::span(buffer_).first(static_cast<std::size_t>(bytes)),
           {ntohl(from.sin_addr.s_addr), ntohs(from.sin_port)});
  }
}

}  // namespace baton::dds::fastdds
