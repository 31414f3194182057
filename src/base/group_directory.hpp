// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

/// Opens `path` for the members of a group, creating it and its parent (no more) with mode 3770
/// when they are missing. Any member of the group may own it. It is sticky, so that a member cannot
/// remove or exchange the files of another; a directory of this user that is not sticky is made
/// sticky.
///
/// Refused, with the cure in the text: a symbolic link, a directory of another group or of another
/// user without the sticky bit, or one that grants anything to others.
Result<UniqueFd> open_group_directory(const std::string& path, gid_t group);

}  // namespace baton::base
