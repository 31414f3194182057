// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace baton::client {

/// `[node:]from:=to`. As in rcl, `node` is compared with the node's name without its namespace.
struct RemapRule {
  enum class Of { node_name, node_namespace, topic, service, topic_and_service };

  Of of;
  /// Empty: of any node.
  std::string node;
  /// As written: the name is expanded within the node. Empty for a node's names.
  std::string from;
  std::string to;
};

/// Throws ArgumentFault.
RemapRule read_remap_rule(const std::string& text);

/// What stands before ':' if it can be a node's name, and removes both.
std::string take_node_prefix(std::string& text);

}  // namespace baton::client
