// SPDX-License-Identifier: Apache-2.0
// Parameters written as YAML: the value of `-p name:=value`, and parameter files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client/arguments/parameter_assignment.hpp"

namespace baton::client {

// What a hostile file can cost is bounded; aliases are refused, as ROS does.
inline constexpr std::size_t max_parameter_file_size_bytes = 16u << 20;
inline constexpr std::size_t max_parameter_depth = 64;
inline constexpr std::size_t max_parameter_name_length = 1024;
inline constexpr std::size_t max_parameters_per_file = 65536;

/// One scalar or one list of scalars of one type. Throws ArgumentFault.
ParameterLiteral read_parameter_value(const std::string& yaml);

/// The assignments of a file's text in its order; `file` is for errors. Throws ArgumentFault with
/// file, line and column.
std::vector<ParameterAssignment> read_parameters(const std::string& yaml, const std::string& file);

/// Blocks on the file system. Throws ArgumentFault.
std::vector<ParameterAssignment> read_parameter_file(const std::string& path);

}  // namespace baton::client
