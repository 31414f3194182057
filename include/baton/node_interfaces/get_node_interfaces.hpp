// SPDX-License-Identifier: Apache-2.0
// Gets the parts of a node from a Node, from a pointer to one, or from the part itself.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/require_node.hpp>

namespace rclcpp::node_interfaces {

namespace detail {

template <class T, class = void>
inline constexpr bool points_to_node = false;
template <class T>
inline constexpr bool
    points_to_node<T, std::void_t<decltype(std::declval<T&>()->get_node_base_interface())>> = true;

template <class T, class = void>
inline constexpr bool is_node =
    std::is_convertible_v<T&&, NodeBaseInterface::SharedPtr> || points_to_node<T>;
template <class T>
inline constexpr bool
    is_node<T, std::void_t<decltype(std::declval<T&>().get_node_base_interface())>> = true;

}  // namespace detail

/// Throws std::invalid_argument for a null pointer.
template <class T>
NodeBaseInterface::SharedPtr get_node_base_interface(T&& node) {
  if constexpr (std::is_convertible_v<T&&, NodeBaseInterface::SharedPtr>) {
    return detail::require_node(NodeBaseInterface::SharedPtr(std::forward<T>(node)));
  } else if constexpr (detail::points_to_node<T>) {
    return detail::require_node(node)->get_node_base_interface();
  } else {
    return node.get_node_base_interface();
  }
}

}  // namespace rclcpp::node_interfaces
