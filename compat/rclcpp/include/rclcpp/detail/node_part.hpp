// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <rclcpp/detail/namespace.hpp>

namespace baton::node_interfaces::detail {

/// `node` itself if it is the part, else what `get` takes out of the node or of the pointer to one.
template <class Part, class Node, class Get>
std::shared_ptr<Part> node_part(Node&& node, Get get) {
  if constexpr (std::is_convertible_v<Node&&, std::shared_ptr<Part>>) {
    return std::forward<Node>(node);
  } else if constexpr (requires { *node; }) {
    return get(*node);
  } else {
    return get(node);
  }
}

}  // namespace baton::node_interfaces::detail
