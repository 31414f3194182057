// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_type_descriptions_interface.hpp>

namespace rclcpp::node_interfaces {

/// Of a node, of a pointer to one, or the part itself.
template <class Node>
NodeTypeDescriptionsInterface::SharedPtr get_node_type_descriptions_interface(Node&& node) {
  return detail::node_part<NodeTypeDescriptionsInterface>(
      std::forward<Node>(node),
      [](auto& owner) { return owner.get_node_type_descriptions_interface(); });
}

}  // namespace rclcpp::node_interfaces
