// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_waitables_interface.hpp>

namespace rclcpp::node_interfaces {

/// Of a node, of a pointer to one, or the part itself.
template <class Node>
NodeWaitablesInterface::SharedPtr get_node_waitables_interface(Node&& node) {
  return detail::node_part<NodeWaitablesInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_waitables_interface(); });
}

}  // namespace rclcpp::node_interfaces
