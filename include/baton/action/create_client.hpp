// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/action/client.hpp>
#include <baton/node_interfaces/node_waitables_interface.hpp>

namespace baton::action {

/// An action client on the parts of a node; in its default callback group unless `group` is
/// another one. Throws baton::exceptions::Error and InvalidServiceNameError.
template <class ActionT>
typename Client<ActionT>::SharedPtr create_client(
    node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
    node_interfaces::NodeWaitablesInterface::SharedPtr /* node_waitables_interface */,
    const std::string& name, CallbackGroup::SharedPtr group = nullptr,
    const rcl_action_client_options_t& options = rcl_action_client_get_default_options()) {
  return std::make_shared<Client<ActionT>>(
      std::move(node_base_interface), std::move(node_graph_interface),
      std::move(node_logging_interface), name, options, std::move(group));
}

/// The same, of a pointer to a node of any class.
template <class ActionT, class NodeT>
typename Client<ActionT>::SharedPtr create_client(
    NodeT node, const std::string& name, CallbackGroup::SharedPtr group = nullptr,
    const rcl_action_client_options_t& options = rcl_action_client_get_default_options()) {
  return create_client<ActionT>(node->get_node_base_interface(), node->get_node_graph_interface(),
                                node->get_node_logging_interface(),
                                node->get_node_waitables_interface(), name, std::move(group),
                                options);
}

}  // namespace baton::action
