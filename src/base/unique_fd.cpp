// SPDX-License-Identifier: Apache-2.0
#include "base/unique_fd.hpp"

namespace baton::base {

UniqueFd::UniqueFd(int fd) : fd_(fd), generation_(fork_generation()) {
  if (fd_ >= 0) track_fd(fd_);
}

UniqueFd::~UniqueFd() {
  if (get() >= 0) close_tracked_fd(fd_);
}

int UniqueFd::release() noexcept {
  const int fd = get();
  fd_ = -1;
  if (fd >= 0) untrack_fd(fd);
  return fd;
}

}  // namespace baton::base
