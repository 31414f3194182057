// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {
class ServiceBase;

namespace node_interfaces {

class NodeParametersInterface;

/// The service ~/get_type_description of a node, which says what its messages are made of. The
/// read-only parameter start_type_description_service says whether there is one (default: yes).
class BATON_PUBLIC NodeTypeDescriptionsInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeTypeDescriptionsInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeTypeDescriptionsInterface>;
  using WeakPtr = std::weak_ptr<NodeTypeDescriptionsInterface>;

  /// Declares the parameter and makes the service. Throws
  /// exceptions::InvalidParameterTypeException for an override that is no bool.
  NodeTypeDescriptionsInterface(NodeBaseInterface::SharedPtr node,
                                const std::shared_ptr<NodeParametersInterface>& parameters);
  ~NodeTypeDescriptionsInterface();

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }

 private:
  const NodeBaseInterface::SharedPtr node_;
  std::shared_ptr<ServiceBase> service_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
