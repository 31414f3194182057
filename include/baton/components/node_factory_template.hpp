// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

#include <baton/components/component_abi.hpp>
#include <baton/components/node_factory.hpp>

namespace baton::components {

/// Makes components of class `NodeT`: a Node, or any class with a member get_node_base_interface().
template <class NodeT>
class NodeFactoryTemplate : public NodeFactory {
 public:
  NodeInstanceWrapper create_node_instance(const NodeOptions& options) override {
    static_assert(std::is_constructible_v<NodeT, const NodeOptions&>,
                  "a component needs a constructor that takes a const rclcpp::NodeOptions&");
    return {std::make_shared<NodeT>(options), [](const std::shared_ptr<void>& instance) {
              return std::static_pointer_cast<NodeT>(instance)->get_node_base_interface();
            }};
  }
};

}  // namespace baton::components
