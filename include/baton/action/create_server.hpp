// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <baton/action/server.hpp>
#include <baton/node_interfaces/node_waitables_interface.hpp>

namespace baton::action {

/// An action server on the parts of a node; in its default callback group unless `group` is
/// another one. Throws baton::exceptions::Error and InvalidServiceNameError.
template <class ActionT>
typename Server<ActionT>::SharedPtr create_server(
    node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    node_interfaces::NodeClockInterface::SharedPtr node_clock_interface,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
    node_interfaces::NodeWaitablesInterface::SharedPtr /* node_waitables_interface */,
    const std::string& name, typename Server<ActionT>::GoalCallback handle_goal,
    typename Server<ActionT>::CancelCallback handle_cancel,
    typename Server<ActionT>::AcceptedCallback handle_accepted,
    const rcl_action_server_options_t& options = rcl_action_server_get_default_options(),
    CallbackGroup::SharedPtr group = nullptr) {
  return std::make_shared<Server<ActionT>>(
      std::move(node_base_interface), std::move(node_clock_interface),
      std::move(node_logging_interface), name, options, std::move(handle_goal),
      std::move(handle_cancel), std::move(handle_accepted), std::move(group));
}

/// The same, of a pointer to a node of any class.
template <class ActionT, class NodeT>
typename Server<ActionT>::SharedPtr create_server(
    NodeT node, const std::string& name, typename Server<ActionT>::GoalCallback handle_goal,
    typename Server<ActionT>::CancelCallback handle_cancel,
    typename Server<ActionT>::AcceptedCallback handle_accepted,
    const rcl_action_server_options_t& options = rcl_action_server_get_default_options(),
    CallbackGroup::SharedPtr group = nullptr) {
  return create_server<ActionT>(node->get_node_base_interface(), node->get_node_clock_interface(),
                                node->get_node_logging_interface(),
                                node->get_node_waitables_interface(), name, std::move(handle_goal),
                                std::move(handle_cancel), std::move(handle_accepted), options,
                                std::move(group));
}

}  // namespace baton::action
