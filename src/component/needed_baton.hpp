// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace baton::components {

/// The libbaton that a library asks the dynamic linker for, as "libbaton.so.0.1"; nothing if it
/// asks for none, or is no library. Reads the file and runs none of its code: opening it would
/// bring its libbaton into the process beside this one.
std::optional<std::string> needed_baton(const std::string& library_path);

/// The libbaton of this process.
std::string own_baton();

}  // namespace baton::components
