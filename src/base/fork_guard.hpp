// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

// What a forked child must not keep. Open-file-description locks and sockets are inherited by
// fork(), so a child would keep a dead participant looking alive; mappings are left out by
// MADV_DONTFORK. A pthread_atfork handler closes every tracked descriptor in the child before
// fork() returns there.
//
// Thread safety: everything here may be called from any thread. A descriptor that was opened but
// not yet tracked while another thread forks does reach the child. vfork and posix_spawn run no
// handlers; there O_CLOEXEC does the work.

namespace baton::base {

namespace detail {
/// Written by the child handler while the child has one thread; read by all threads. Relaxed is
/// enough: nothing is published through it, and a thread of the child is created after the write.
inline std::atomic<uint32_t> fork_generation_word{0};
}  // namespace detail

/// How many forks lie between the process that loaded this library and the caller. An object that
/// stored it at construction knows by comparing whether it lives on in a child. One plain load.
inline uint32_t fork_generation() noexcept {
  return detail::fork_generation_word.load(std::memory_order_relaxed);
}

/// Member of an object that must not be used, nor do anything when destroyed, in a forked child.
class ForkMark {
 public:
  /// True in a child of the process that made the object. One plain load.
  bool crossed() const noexcept { return generation_ != fork_generation(); }

 private:
  uint32_t generation_ = fork_generation();
};

/// From now on a forked child closes `fd`.
void track_fd(int fd);
/// The caller keeps `fd` open, and so does a forked child.
void untrack_fd(int fd);
/// Closes a tracked descriptor; atomic with regard to fork, so that no child inherits it in
/// between.
void close_tracked_fd(int fd);

}  // namespace baton::base
