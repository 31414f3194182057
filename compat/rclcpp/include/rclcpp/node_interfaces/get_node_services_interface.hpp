// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/detail/node_part.hpp>
#include <rclcpp/node_interfaces/node_services_interface.hpp>

namespace rclcpp::node_interfaces {

/// Takes a node, a pointer to one, or the part itself.
template <class Node>
NodeServicesInterface::SharedPtr get_node_services_interface(Node&& node) {
  return detail::node_part<NodeServicesInterface>(
      std::forward<Node>(node), [](auto& owner) { return owner.get_node_services_interface(); });
}

}  // namespace rclcpp::node_interfaces
