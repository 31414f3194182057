// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace rclcpp::node_interfaces::detail {

template <class Node, class = void>
inline constexpr bool may_be_null = false;
template <class Node>
inline constexpr bool may_be_null<Node, std::void_t<decltype(std::declval<Node&>() == nullptr)>> =
    true;

/// Returns `node`. Throws std::invalid_argument for a null pointer.
template <class Pointer>
Pointer&& require_node(Pointer&& node) {
  if constexpr (may_be_null<Pointer>) {
    if (node == nullptr) throw std::invalid_argument("the node is a null pointer");
  }
  return std::forward<Pointer>(node);
}

}  // namespace rclcpp::node_interfaces::detail
