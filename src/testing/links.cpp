// SPDX-License-Identifier: Apache-2.0
#include "testing/links.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <filesystem>
#include <string>

namespace baton::testing {
namespace {

int option(int fd, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

bool is_link(int fd) {
  return option(fd, SO_DOMAIN) == AF_UNIX && option(fd, SO_TYPE) == SOCK_SEQPACKET &&
         option(fd, SO_ACCEPTCONN) == 0;
}

}  // namespace

std::size_t cut_links() {
  std::size_t cut = 0;
  std::error_code without;  // no descriptor left for a look: nothing is cut
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", without)) {
    const int fd = std::stoi(entry.path().filename());
    if (is_link(fd) && shutdown(fd, SHUT_RDWR) == 0) ++cut;
  }
  return cut;
}

}  // namespace baton::testing
