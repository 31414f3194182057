// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace baton::base {

/// Runs `body` in a forked child and returns what it returned; -1 when the child died of a signal.
template <class Body>
int result_of_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A user that is neither the test's own nor root.
inline constexpr uid_t stranger = 65533;

/// True in a child that has become the stranger; needs root.
inline bool become_stranger() { return ::setgid(stranger) == 0 && ::setuid(stranger) == 0; }

}  // namespace baton::base
