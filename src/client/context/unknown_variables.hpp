// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace baton::client {

/// A sentence for each variable of the environment whose name begins as Baton's do and is none of
/// them; each once in a process.
std::vector<std::string> unknown_variables();

}  // namespace baton::client
