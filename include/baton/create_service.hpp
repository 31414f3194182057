// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_services_interface.hpp>
#include <baton/service.hpp>

namespace rclcpp {

/// Makes a service of a node (a Node, a pointer to one, or its NodeBaseInterface). The callback
/// takes
/// (request, response), (id, request, response), (id, request) or (service, id, request), where a
/// request is a std::shared_ptr<Request>, its own to change, or a std::shared_ptr<const Request>,
/// which costs no copy. Callbacks of the last two forms answer later, with
/// Service::send_response(). The executor of the callback group calls the callback. Throws
/// exceptions::Error and exceptions::InvalidServiceNameError.
template <class S, class NodeT, class F>
typename Service<S>::SharedPtr create_service(NodeT&& node, const std::string& service_name,
                                              F&& callback, const QoS& qos = ServicesQoS(),
                                              CallbackGroup::SharedPtr group = nullptr) {
  const auto base = node_interfaces::get_node_base_interface(std::forward<NodeT>(node));
  auto made = std::make_shared<Service<S>>(
      EndpointHome(*base), service_name,
      detail::adapt_service_callback<S>(std::forward<F>(callback)), qos);
  base->add_to_group(made, group);
  return made;
}

/// Like create_service() above, with a node's parts.
template <class S, class F>
typename Service<S>::SharedPtr create_service(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, F&& callback, const QoS& qos, CallbackGroup::SharedPtr group) {
  return create_service<S>(std::move(node_base), service_name, std::forward<F>(callback), qos,
                           std::move(group));
}

/// For the QoS as Humble has it.
template <class S, class F>
typename Service<S>::SharedPtr create_service(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeServicesInterface> /* node_services */,
    const std::string& service_name, F&& callback, const rmw_qos_profile_t& qos,
    CallbackGroup::SharedPtr group) {
  return create_service<S>(std::move(node_base), service_name, std::forward<F>(callback),
                           QoS(QoSInitialization::from_rmw(qos), qos), std::move(group));
}

}  // namespace rclcpp
