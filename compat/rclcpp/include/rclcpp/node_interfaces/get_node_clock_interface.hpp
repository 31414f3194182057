// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_clock_interface.hpp>

namespace rclcpp::node_interfaces {

/// Takes a node, a pointer to one, or the part itself.
template <class Node>
NodeClockInterface::SharedPtr get_node_clock_interface(Node&& node) {
  return detail::node_part<NodeClockInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_clock_interface(); });
}

}  // namespace rclcpp::node_interfaces
