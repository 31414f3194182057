// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/arguments/parameter_literal.hpp"

namespace baton::client {

/// A value for the parameter `name` of each node that `node_pattern` (absolute) matches.
struct ParameterAssignment {
  std::string node_pattern;
  std::string name;
  ParameterLiteral value;
  /// The file that has the assignment; empty: -p.
  std::string file{};
};

}  // namespace baton::client
