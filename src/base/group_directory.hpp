// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::base {

/// Opens `path` for the members of a group, creating it and its parent (no more) with mode 2770
/// when they are missing. Whoever is in the group may own it: members trust each other with who
/// exists.
///
/// Refused, with the cure in the text: a symbolic link, a directory of another group, or one that
/// grants anything to others.
Result<UniqueFd> open_group_directory(const std::string& path, gid_t group);

}  // namespace baton::base
