// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/generic_client.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>

namespace rclcpp {

/// Makes a client of a node (a Node, a pointer to one, or its NodeBaseInterface) for a service
/// whose type has the name `service_type`, "std_srvs/srv/SetBool". Throws std::runtime_error when
/// the type is not found, exceptions::Error and exceptions::InvalidServiceNameError.
template <class NodeT>
GenericClient::SharedPtr create_generic_client(NodeT&& node, const std::string& service_name,
                                               const std::string& service_type,
                                               const QoS& qos = ServicesQoS(),
                                               CallbackGroup::SharedPtr group = nullptr) {
  const auto base = node_interfaces::get_node_base_interface(std::forward<NodeT>(node));
  auto made = std::make_shared<GenericClient>(EndpointHome(*base), service_name, service_type, qos);
  base->add_to_group(made, group);
  return made;
}

/// Like create_generic_client() above, with a node's parts.
inline GenericClient::SharedPtr create_generic_client(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeGraphInterface> /* node_graph */,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, const std::string& service_type,
    const QoS& qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr) {
  return create_generic_client(std::move(node_base), service_name, service_type, qos,
                               std::move(group));
}

}  // namespace rclcpp
