// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <baton/node_interfaces/node_base_interface.hpp>

namespace baton::node_interfaces {

/// The part of a node that action servers and clients are made with. What they are made of adds
/// itself to the node's callback groups.
class NodeWaitablesInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeWaitablesInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeWaitablesInterface>;
  using WeakPtr = std::weak_ptr<NodeWaitablesInterface>;

  explicit NodeWaitablesInterface(NodeBaseInterface::SharedPtr node) : node_(std::move(node)) {}

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }

 private:
  const NodeBaseInterface::SharedPtr node_;
};

}  // namespace baton::node_interfaces
