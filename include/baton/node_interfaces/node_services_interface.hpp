// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {
class ClientBase;
class ServiceBase;
}  // namespace rclcpp

namespace rclcpp::node_interfaces {

/// Where services and clients of a node are added to its callback groups.
class BATON_PUBLIC NodeServicesInterface {
 public:
  using SharedPtr = std::shared_ptr<NodeServicesInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeServicesInterface>;
  using WeakPtr = std::weak_ptr<NodeServicesInterface>;

  explicit NodeServicesInterface(NodeBaseInterface::SharedPtr node) : node_(std::move(node)) {}

  NodeBaseInterface::SharedPtr get_node_base_interface() const { return node_; }
  void add_client(std::shared_ptr<ClientBase> client, CallbackGroup::SharedPtr group);
  void add_service(std::shared_ptr<ServiceBase> service, CallbackGroup::SharedPtr group);
  /// Throws exceptions::InvalidServiceNameError.
  std::string resolve_service_name(const std::string& name, bool only_expand = false) const {
    return node_->resolve_topic_or_service_name(name, true, only_expand);
  }

 private:
  const NodeBaseInterface::SharedPtr node_;
};

}  // namespace rclcpp::node_interfaces
