// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_graph_interface.hpp>

namespace rclcpp::node_interfaces {

/// Takes a node, a pointer to one, or the part itself.
template <class Node>
NodeGraphInterface::SharedPtr get_node_graph_interface(Node&& node) {
  return detail::node_part<NodeGraphInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_graph_interface(); });
}

}  // namespace rclcpp::node_interfaces
