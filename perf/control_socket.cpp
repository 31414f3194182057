// SPDX-License-Identifier: Apache-2.0
#include "control_socket.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace perf {
namespace {

constexpr size_t packet_limit_bytes = 128 * 1024;
constexpr size_t descriptor_limit = 250;  // the kernel's limit is 253

}  // namespace

ControlSocket::ControlSocket(ControlSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

ControlSocket& ControlSocket::operator=(ControlSocket&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

ControlSocket::~ControlSocket() {
  if (fd_ >= 0) close(fd_);
}

bool ControlSocket::send(const nlohmann::json& packet, const std::vector<int>& descriptors) {
  std::string text = packet.dump();
  if (text.size() > packet_limit_bytes) {
    throw std::length_error(
        fmt::format("supervisor and workers of perf_test tell each other {} bytes in one packet, "
                    "which holds {}: measure fewer topics, publishers or subscribers in a process",
                    text.size(), packet_limit_bytes));
  }
  iovec bytes{text.data(), text.size()};
  std::vector<char> control(CMSG_SPACE(descriptors.size() * sizeof(int)));
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size() * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(fd_, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(text.size());
}

std::optional<nlohmann::json> ControlSocket::receive(std::vector<int>* descriptors) {
  std::string text(packet_limit_bytes, '\0');
  iovec bytes{text.data(), text.size()};
  std::vector<char> control(CMSG_SPACE(descriptor_limit * sizeof(int)));
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t received;
  do {
    received = recvmsg(fd_, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received <= 0) return std::nullopt;

  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    std::vector<int> fds((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(fds.data(), CMSG_DATA(header), fds.size() * sizeof(int));
    for (int fd : fds) {
      if (descriptors != nullptr) {
        descriptors->push_back(fd);
      } else {
        close(fd);
      }
    }
  }
  return nlohmann::json::parse(text.begin(), text.begin() + received);
}

}  // namespace perf
