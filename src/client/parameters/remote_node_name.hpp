// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <baton/node_interfaces/node_base_interface.hpp>

namespace baton::client {

/// Which node `name` is to `node`: empty is itself; without a leading '/', one in the same
/// namespace.
std::string resolve_node_name(const node_interfaces::NodeBaseInterface& node,
                              const std::string& name);

}  // namespace baton::client
