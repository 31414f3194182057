// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>
#include <baton/waitable.hpp>

namespace baton::client {
class NodeWaitables;
}  // namespace baton::client

namespace rclcpp {

namespace node_interfaces {

/// Where waitables of the user's are added to a node's callback groups. Action servers and clients
/// are made with it, too; they add themselves. Thread safety: all members.
class BATON_PUBLIC NodeWaitablesInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeWaitablesInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeWaitablesInterface>;
  using WeakPtr = std::weak_ptr<NodeWaitablesInterface>;

  explicit NodeWaitablesInterface(NodeBaseInterface::SharedPtr node);
  ~NodeWaitablesInterface();
  NodeWaitablesInterface(const NodeWaitablesInterface&) = delete;
  NodeWaitablesInterface& operator=(const NodeWaitablesInterface&) = delete;

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }

  /// The executor of the group, by default the node's own, runs the waitable from now on, as long
  /// as its owner keeps it. Throws std::invalid_argument for a null pointer, and
  /// exceptions::MissingGroupNodeException if the group belongs to another node.
  void add_waitable(Waitable::SharedPtr waitable, CallbackGroup::SharedPtr group);
  /// Does nothing if the waitable is not there.
  void remove_waitable(Waitable::SharedPtr waitable, CallbackGroup::SharedPtr group) noexcept;

 private:
  const NodeBaseInterface::SharedPtr node_;
  const std::unique_ptr<client::NodeWaitables> waitables_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
