// SPDX-License-Identifier: Apache-2.0
#include "base/unix_socket.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cstring>

namespace baton::base {

namespace {

constexpr size_t control_bytes = CMSG_SPACE(sizeof(int) * max_fds_in_packet);

Result<UniqueFd> open_socket() {
  UniqueFd fd(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return os_error("cannot create a socket");
  return fd;
}

Result<sockaddr_un> address_of(int dir_fd, const std::string& name, std::string path = {}) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!path.starts_with('/') || path.size() >= sizeof address.sun_path) {
    path = fmt::format("/proc/self/fd/{}/{}", dir_fd, name);
  }
  if (path.size() >= sizeof address.sun_path) {
    return Error{ENAMETOOLONG, fmt::format("the socket name '{}' is too long", name)};
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

const sockaddr* generic(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

/// Takes the descriptors out of a received control message, so that none can leak.
std::vector<UniqueFd> take_fds(msghdr& message) {
  std::vector<UniqueFd> fds;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
      fds.emplace_back(fd);
    }
  }
  return fds;
}

}  // namespace

Result<UniqueFd> listen_at(int dir_fd, const std::string& name, mode_t mode,
                           const std::string& shown_path) {
  Result<UniqueFd> fd = open_socket();
  if (!fd) return fd;
  Result<sockaddr_un> address = address_of(dir_fd, name, shown_path);
  if (!address) return std::move(address).error();
  if (::bind(fd->get(), generic(*address), sizeof *address) != 0) {
    return os_error(fmt::format("cannot create the socket '{}'", name));
  }
  // bind() has applied the umask. No process can have connected: the socket does not listen yet.
  if (::fchmodat(dir_fd, name.c_str(), mode, 0) != 0 || ::listen(fd->get(), SOMAXCONN) != 0) {
    return os_error(fmt::format("cannot listen at the socket '{}'", name));
  }
  return fd;
}

Result<UniqueFd> connect_to(int dir_fd, const std::string& name) {
  Result<UniqueFd> fd = open_socket();
  if (!fd) return fd;
  Result<sockaddr_un> address = address_of(dir_fd, name);
  if (!address) return std::move(address).error();
  if (::connect(fd->get(), generic(*address), sizeof *address) != 0) {
    return os_error(fmt::format("cannot connect to the socket '{}'", name));
  }
  return fd;
}

Result<UniqueFd> accept_from(int listening_fd) {
  int fd = -1;
  do {
    fd = ::accept4(listening_fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  } while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
  if (fd < 0) return os_error("cannot accept a connection");
  return UniqueFd(fd);
}

Result<PeerCredentials> peer_credentials(int fd) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) {
    return os_error("cannot read the credentials of a peer");
  }
  return PeerCredentials{credentials.pid, credentials.uid, credentials.gid};
}

Status send_packet(int fd, std::span<const std::byte> bytes, std::span<const int> fds) {
  BATON_ASSERT(!bytes.empty() && fds.size() <= max_fds_in_packet, bytes.size(), fds.size());
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[control_bytes] = {};
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(fds.size_bytes());
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(fds.size_bytes());
    std::memcpy(CMSG_DATA(header), fds.data(), fds.size_bytes());
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return os_error("cannot send to a peer");
  return {};
}

Result<Packet> receive_packet(int fd, size_t max_bytes, size_t max_fds) {
  BATON_ASSERT(max_bytes > 0 && max_fds <= max_fds_in_packet, max_bytes, max_fds);
  Packet packet;
  packet.bytes.resize(max_bytes);
  iovec part{packet.bytes.data(), packet.bytes.size()};
  alignas(cmsghdr) char control[control_bytes];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  // CMSG_SPACE could leave room for one more.
  message.msg_controllen = CMSG_LEN(sizeof(int) * max_fds);
  ssize_t received = 0;
  do {
    received = ::recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    // If a peer hung up without reading this side's packets, the first recvmsg() fails. What the
    // peer sent can be read by the next one.
  } while (received < 0 && (errno == EINTR || errno == ECONNRESET));

  if (received < 0) return os_error("cannot receive from a peer");

  packet.fds = take_fds(message);
  if ((message.msg_flags & MSG_TRUNC) != 0) {
    return Error{EMSGSIZE, fmt::format("packet refused: longer than {} bytes", max_bytes)};
  }
  if ((message.msg_flags & MSG_CTRUNC) != 0) {
    if (packet.fds.size() == max_fds) {
      return Error{EMSGSIZE, fmt::format("packet refused: more than {} descriptors", max_fds)};
    }
    packet.fds.clear();  // without some descriptors the rest would be taken for the wrong ones
    packet.fds_lost = true;
  }
  packet.bytes.resize(static_cast<size_t>(received));
  packet.end = received == 0;
  return packet;
}

}  // namespace baton::base
