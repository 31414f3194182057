// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <baton/node_interfaces/node_base_interface.hpp>

namespace baton::components {

/// A component: a node, or an object that has one. A value type; copies share the component, which
/// is destroyed with the last copy.
class NodeInstanceWrapper {
 public:
  using NodeBaseInterfaceGetter =
      std::function<node_interfaces::NodeBaseInterface::SharedPtr(const std::shared_ptr<void>&)>;

  NodeInstanceWrapper() = default;
  NodeInstanceWrapper(std::shared_ptr<void> node_instance,
                      NodeBaseInterfaceGetter node_base_interface_getter)
      : node_instance_(std::move(node_instance)),
        node_base_interface_getter_(std::move(node_base_interface_getter)) {}

  std::shared_ptr<void> get_node_instance() const { return node_instance_; }
  /// The node for executors. Null for an empty wrapper.
  node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const {
    return node_instance_ ? node_base_interface_getter_(node_instance_) : nullptr;
  }

 private:
  std::shared_ptr<void> node_instance_;
  NodeBaseInterfaceGetter node_base_interface_getter_;
};

}  // namespace baton::components
