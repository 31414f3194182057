// SPDX-License-Identifier: Apache-2.0
// Which nodes a parameter is for: "/ns/node", "/**" (every node), "/*" (those in the root
// namespace), "/**/node", "/ns/*" ...
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace baton::client {

/// Why `pattern`, which begins with '/', stands for no node.
std::optional<std::string> find_pattern_fault(std::string_view pattern);

/// '*' is exactly one part of a name, '**' any number of them, none included. Both begin with '/'.
bool matches_node(std::string_view pattern, std::string_view node_fqn);

}  // namespace baton::client
