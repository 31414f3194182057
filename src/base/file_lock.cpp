// SPDX-License-Identifier: Apache-2.0
#include "base/file_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace baton::base {

namespace {

struct flock whole_file(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;  // length 0 is up to the end, wherever that will be; l_pid must be 0
}

}  // namespace

Status lock_exclusive(int fd) {
  struct flock lock = whole_file(F_WRLCK);
  if (::fcntl(fd, F_OFD_SETLK, &lock) == 0) return {};
  if (errno == EAGAIN || errno == EACCES) {  // POSIX allows either; callers see one
    return Error{EAGAIN, "the file is locked by another process"};
  }
  return os_error("cannot lock the file");
}

Result<bool> is_locked(int fd) {
  // Ask for a read lock: only a writer's lock conflicts with it.
  struct flock lock = whole_file(F_RDLCK);
  if (::fcntl(fd, F_OFD_GETLK, &lock) != 0) return os_error("cannot probe the lock of the file");
  return lock.l_type != F_UNLCK;
}

}  // namespace baton::base
