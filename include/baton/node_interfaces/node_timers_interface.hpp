// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/timer.hpp>

namespace rclcpp::node_interfaces {

/// Where timers of a node are added to its callback groups.
class NodeTimersInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeTimersInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeTimersInterface>;
  using WeakPtr = std::weak_ptr<NodeTimersInterface>;

  explicit NodeTimersInterface(NodeBaseInterface::SharedPtr node) : node_(std::move(node)) {}

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }
  void add_timer(TimerBase::SharedPtr timer, CallbackGroup::SharedPtr group) {
    node_->add_to_group(std::move(timer), group);
  }

 private:
  const NodeBaseInterface::SharedPtr node_;
};

}  // namespace rclcpp::node_interfaces
