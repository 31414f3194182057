// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/remote_node_name.hpp"

namespace baton::client {

std::string resolve_node_name(const node_interfaces::NodeBaseInterface& node,
                              const std::string& name) {
  if (name.empty()) return node.get_fully_qualified_name();
  if (name.front() == '/') return name;
  const std::string namespace_ = node.get_namespace();
  return namespace_.ends_with('/') ? namespace_ + name : namespace_ + "/" + name;
}

}  // namespace baton::client
