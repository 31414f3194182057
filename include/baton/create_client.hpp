// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/client.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_graph_interface.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>

namespace rclcpp {

/// Makes a client of a node (a Node, a pointer to one, or its NodeBaseInterface). The executor of
/// its callback group receives the responses. Throws exceptions::Error and
/// exceptions::InvalidServiceNameError.
template <class S, class NodeT>
typename Client<S>::SharedPtr create_client(NodeT&& node, const std::string& service_name,
                                            const QoS& qos = ServicesQoS(),
                                            CallbackGroup::SharedPtr group = nullptr) {
  const auto base = node_interfaces::get_node_base_interface(std::forward<NodeT>(node));
  auto made = std::make_shared<Client<S>>(EndpointHome(*base), service_name, qos);
  base->add_to_group(made, group);
  return made;
}

/// Like create_client() above, with a node's parts.
template <class S>
typename Client<S>::SharedPtr create_client(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeGraphInterface> /* node_graph */,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, const QoS& qos = ServicesQoS(),
    CallbackGroup::SharedPtr group = nullptr) {
  return create_client<S>(std::move(node_base), service_name, qos, std::move(group));
}

/// For the QoS as Humble has it.
template <class S>
typename Client<S>::SharedPtr create_client(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeGraphInterface> /* node_graph */,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, const rmw_qos_profile_t& qos, CallbackGroup::SharedPtr group) {
  return create_client<S>(std::move(node_base), service_name,
                          QoS(QoSInitialization::from_rmw(qos), qos), std::move(group));
}

}  // namespace rclcpp
