// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/generic_service.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>

namespace rclcpp {

/// Makes a service of a node (a Node, a pointer to one, or its NodeBaseInterface) whose type has
/// the name `service_type`, "std_srvs/srv/SetBool". The callback takes (request, response), (id,
/// request, response), (id, request) or (service, id, request), where requests and responses are
/// std::shared_ptr<void>. Throws std::runtime_error when the type is not found, exceptions::Error
/// and exceptions::InvalidServiceNameError.
template <class NodeT, class F>
GenericService::SharedPtr create_generic_service(NodeT&& node, const std::string& service_name,
                                                 const std::string& service_type, F&& callback,
                                                 const QoS& qos = ServicesQoS(),
                                                 CallbackGroup::SharedPtr group = nullptr) {
  const auto base = node_interfaces::get_node_base_interface(std::forward<NodeT>(node));
  auto made = std::make_shared<GenericService>(
      EndpointHome(*base), service_name, service_type,
      detail::adapt_generic_service_callback(std::forward<F>(callback)), qos);
  base->add_to_group(made, group);
  return made;
}

/// Like create_generic_service() above, with a node's parts.
template <class F>
GenericService::SharedPtr create_generic_service(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, const std::string& service_type, F&& callback, const QoS& qos,
    CallbackGroup::SharedPtr group) {
  return create_generic_service(std::move(node_base), service_name, service_type,
                                std::forward<F>(callback), qos, std::move(group));
}

}  // namespace rclcpp
