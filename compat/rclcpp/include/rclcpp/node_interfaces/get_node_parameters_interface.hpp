// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_parameters_interface.hpp>

namespace rclcpp::node_interfaces {

/// Takes a node, a pointer to one, or the part itself.
template <class Node>
NodeParametersInterface::SharedPtr get_node_parameters_interface(Node&& node) {
  return detail::node_part<NodeParametersInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_parameters_interface(); });
}

}  // namespace rclcpp::node_interfaces
