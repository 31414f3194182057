// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rcl_interfaces/msg/parameter.hpp>

namespace baton::components {

/// "name:=value" each, with values in YAML as after `-p` of every node: 1, 0.5, true, text, [1, 2].
/// Throws std::runtime_error for what is none; `option` is what it was written behind.
std::vector<rcl_interfaces::msg::Parameter> typed_values(
    const std::vector<std::string>& assignments, const std::string& option);

}  // namespace baton::components
