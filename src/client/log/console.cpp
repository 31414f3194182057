// SPDX-License-Identifier: Apache-2.0
#include "client/log/console.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>

#include <baton/ros_c/rcutils_logging.h>

namespace baton::client {
namespace {

/// Waits until the descriptor can be written to. False if that will never be.
bool wait_writable(int fd) {
  pollfd waited{fd, POLLOUT, 0};
  return ::poll(&waited, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

std::string_view console_color(int severity) noexcept {
  if (severity >= RCUTILS_LOG_SEVERITY_ERROR) return "\033[31m";
  if (severity >= RCUTILS_LOG_SEVERITY_WARN) return "\033[33m";
  if (severity >= RCUTILS_LOG_SEVERITY_INFO) return console_color_end;
  return "\033[32m";
}

void write_to_console(bool use_stdout, const std::string& line) {
  // Only a line that the stream takes in several parts needs the mutex.
  static auto& mutex = *new std::mutex;
  const std::lock_guard lock(mutex);
  if (use_stdout) std::fflush(stdout);
  const int fd = use_stdout ? STDOUT_FILENO : STDERR_FILENO;
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      if (!wait_writable(fd)) return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

}  // namespace baton::client
