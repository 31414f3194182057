// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.hpp"

// Open-file-description locks: the kernel drops them when the last descriptor of the opening is
// gone, however the process ended. They say which processes are alive, across PID namespaces and
// without clocks.

namespace baton::base {

/// Takes the write lock on the whole file without waiting; `fd` must be writable. Code EAGAIN when
/// another opening holds it. Released by closing `fd`.
Status lock_exclusive(int fd);

/// True when another opening of the file holds a write lock, that is, its owner lives; a stranger's
/// read lock does not count. `fd` may be read-only and must not be the opening that locked: that
/// one never sees its own lock. Disturbs no other process.
Result<bool> is_locked(int fd);

}  // namespace baton::base
