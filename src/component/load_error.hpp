// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace baton::components {

/// Why a library could not be opened, and what cures it, from what the dynamic linker said.
std::string explain_load_error(const std::string& library_path, const std::string& reason);

/// The same before it is opened: it is not there, or needs another libbaton. "" if nothing is
/// wrong.
std::string reason_not_to_load(const std::string& library_path);

}  // namespace baton::components
