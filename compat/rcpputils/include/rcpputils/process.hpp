// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <errno.h>

#include <string>

namespace rcpputils {

/// The name without its folder.
inline std::string get_executable_name() { return program_invocation_short_name; }

}  // namespace rcpputils
