// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <baton/node_interfaces/require_node.hpp>

#include <rclcpp/detail/namespace.hpp>

namespace rclcpp::node_interfaces::detail {

template <class Node, class = void>
inline constexpr bool is_pointer_like = false;
template <class Node>
inline constexpr bool is_pointer_like<Node, std::void_t<decltype(*std::declval<Node&>())>> = true;

/// Returns `node` itself if it is the part. Otherwise returns what `get` takes from the node, or
/// from the pointer to one. Throws std::invalid_argument for a null pointer.
template <class Part, class Node, class Get>
std::shared_ptr<Part> node_part(Node&& node, Get get) {
  if constexpr (std::is_convertible_v<Node&&, std::shared_ptr<Part>>) {
    return require_node(std::shared_ptr<Part>(std::forward<Node>(node)));
  } else if constexpr (is_pointer_like<Node>) {
    return get(*require_node(node));
  } else {
    return get(node);
  }
}

}  // namespace rclcpp::node_interfaces::detail
