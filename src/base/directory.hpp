// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

/// Opens `path`, creating it and its parent (no more) with `mode` when they are missing.
///
/// What another user could have planted or could replace is refused, with the cure in the text: a
/// symbolic link, a directory that belongs to another user or that grants group or others more than
/// `mode` does, or one whose parent lets other users rename it.
Result<UniqueFd> open_private_directory(const std::string& path, mode_t mode = 0700);

}  // namespace baton::base
