// SPDX-License-Identifier: Apache-2.0
// The parts of a node, of whatever gives them: a Node, a pointer to one, or the part itself.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <baton/node_interfaces/node_base_interface.hpp>

namespace baton::node_interfaces {

template <class T>
NodeBaseInterface::SharedPtr get_node_base_interface(T&& node) {
  if constexpr (std::is_convertible_v<T&&, NodeBaseInterface::SharedPtr>) {
    return std::forward<T>(node);
  } else if constexpr (requires { node->get_node_base_interface(); }) {
    return node->get_node_base_interface();
  } else {
    return node.get_node_base_interface();
  }
}

}  // namespace baton::node_interfaces
