// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>

namespace rclcpp::node_interfaces {

/// Where publishers and subscriptions of a node are made: create_publisher<M>(topics, ...).
class NodeTopicsInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeTopicsInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeTopicsInterface>;
  using WeakPtr = std::weak_ptr<NodeTopicsInterface>;

  explicit NodeTopicsInterface(NodeBaseInterface::SharedPtr node) : node_(std::move(node)) {}

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }
  /// Throws exceptions::InvalidTopicNameError.
  std::string resolve_topic_name(const std::string& name, bool only_expand = false) const {
    return node_->resolve_topic_or_service_name(name, false, only_expand);
  }

 private:
  const NodeBaseInterface::SharedPtr node_;
};

}  // namespace rclcpp::node_interfaces
