// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <baton/namespaces.hpp>
#include <baton/parameter.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Parameters by the fully qualified name of their node, or by a pattern: "/**", "/ns/*".
using ParameterMap = std::unordered_map<std::string, std::vector<Parameter>>;

/// Reads a parameter file: by the names and patterns in it. If `node_fqn` is given, only what is
/// for that node, under its name and in the file's order. Blocks on the file system. Throws
/// exceptions::RCLError with file, line and column, and exceptions::InvalidParameterValueException
/// for a value without a type.
BATON_PUBLIC ParameterMap parameter_map_from_yaml_file(const std::string& yaml_filename,
                                                       const char* node_fqn = nullptr);

/// The parameters of the node, or of all nodes. Those under the node's own name come last.
BATON_PUBLIC std::vector<Parameter> parameters_from_map(const ParameterMap& parameter_map,
                                                        const char* node_fqn = nullptr);

}  // namespace rclcpp
