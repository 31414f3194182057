// SPDX-License-Identifier: Apache-2.0
// Names of parameters are a tree by their dots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rcl_interfaces/msg/list_parameters_result.hpp>

namespace baton::client {

inline constexpr char parameter_separator = '.';

/// Whether the name is one of the prefixes or lies at most `depth` (0: any) levels below one.
/// Without prefixes: at most `depth` levels below the root.
bool is_listed(const std::string& name, const std::vector<std::string>& prefixes,
               std::uint64_t depth);

/// Lists the names, and the prefixes that they have.
rcl_interfaces::msg::ListParametersResult list_with_prefixes(const std::vector<std::string>& names);

}  // namespace baton::client
