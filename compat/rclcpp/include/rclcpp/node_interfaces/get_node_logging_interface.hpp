// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_logging_interface.hpp>

namespace rclcpp::node_interfaces {

/// Takes a node, a pointer to one, or the part itself.
template <class Node>
NodeLoggingInterface::SharedPtr get_node_logging_interface(Node&& node) {
  return detail::node_part<NodeLoggingInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_logging_interface(); });
}

}  // namespace rclcpp::node_interfaces
