// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

/// The bell that an executor sleeps on: an eventfd, given to publishers, who ring it.
/// ring() from any thread or signal handler; wait, wait_for and drain from one thread at a time.
class EventFd {
 public:
  static Result<EventFd> create();

  EventFd() = default;

  int fd() const noexcept { return fd_.get(); }

  /// Never blocks: the counter would have to be full, and then the sleeper is awake anyway.
  void ring() noexcept;
  /// Forgets earlier rings; returns at once. True when there were some.
  bool drain() noexcept;
  /// Sleeps until rung and forgets all rings so far.
  void wait() noexcept;
  /// The same for at most `timeout_ns` (0: only look); true when rung. One more system call than
  /// wait().
  bool wait_for(int64_t timeout_ns) noexcept;

 private:
  explicit EventFd(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

/// Another process's bell, of the same user. Its flags and its counter are shared with that
/// process, which may be wrong or hostile: ringing never blocks.
class PeerBell {
 public:
  /// Takes a received descriptor; refuses what is not an eventfd.
  static Result<PeerBell> adopt(UniqueFd fd);

  PeerBell() = default;

  /// True when the sleeper will notice; false when its bell is broken. Any thread.
  bool ring() noexcept;

  int fd() const noexcept { return fd_.get(); }

 private:
  explicit PeerBell(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

}  // namespace baton::base
