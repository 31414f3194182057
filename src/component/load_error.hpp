// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace baton::components {

/// Why a library could not be opened, and what cures it, from what the dynamic linker said.
std::string explain_load_error(const std::string& library_path, const std::string& reason);

/// Why a library cannot be opened, found before opening it: it does not exist, or it needs another
/// libbaton. "" if nothing is wrong.
std::string reason_not_to_load(const std::string& library_path);

}  // namespace baton::components
