// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <utility>

namespace baton::node_interfaces::detail {

/// Returns `node`. Throws std::invalid_argument for a null pointer.
template <class Pointer>
Pointer&& require_node(Pointer&& node) {
  if constexpr (requires { node == nullptr; }) {
    if (node == nullptr) throw std::invalid_argument("the node is a null pointer");
  }
  return std::forward<Pointer>(node);
}

}  // namespace baton::node_interfaces::detail
