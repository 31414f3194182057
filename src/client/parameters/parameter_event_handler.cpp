// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_event_handler.hpp>

#include <stdexcept>

#include <baton/ros_c/rcutils_logging.h>
#include <baton/create_subscription.hpp>
#include <baton/exceptions.hpp>

#include "client/log/log.hpp"
#include "client/parameters/remote_node_name.hpp"

namespace rclcpp {
namespace {

using ParameterEvent = rcl_interfaces::msg::ParameterEvent;

/// Calls `see(message)` for each parameter that was declared or set, until it returns true. Returns
/// whether it did.
template <class See>
bool find_in(const ParameterEvent& event, See&& see) {
  for (const auto* parameters : {&event.new_parameters, &event.changed_parameters}) {
    for (const auto& message : *parameters) {
      if (see(message)) return true;
    }
  }
  return false;
}

/// False, with a line in the log, if the publisher of the event gave the parameter a type that does
/// not exist: that must not end the process that listens.
bool read(const rcl_interfaces::msg::Parameter& message, Parameter& parameter) {
  try {
    parameter = Parameter::from_parameter_msg(message);
    return true;
  } catch (const exceptions::UnknownTypeError& error) {
    client::log(RCUTILS_LOG_SEVERITY_DEBUG, "rclcpp",
                "parameter '" + std::string(message.name) + "' of an event: " + error.what());
    return false;
  }
}

SubscriptionBase::SharedPtr subscribe(
    const node_interfaces::NodeBaseInterface::SharedPtr& node, const QoS& qos,
    const std::shared_ptr<client::ParameterEventCallbacks>& callbacks) {
  return create_subscription<ParameterEvent>(
      node, "/parameter_events", qos,
      [callbacks](const ParameterEvent& event) { callbacks->event_callback(event); });
}

}  // namespace

ParameterEventHandler::ParameterEventHandler(node_interfaces::NodeBaseInterface::SharedPtr node,
                                             const QoS& qos)
    : callbacks_(std::make_shared<client::ParameterEventCallbacks>()),
      node_(std::move(node)),
      subscription_(subscribe(node_, qos, callbacks_)) {}

ParameterEventHandler::~ParameterEventHandler() = default;

ParameterEventCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_event_callback(
    ParameterEventCallbackType callback) {
  auto handle = std::make_shared<ParameterEventCallbackHandle>();
  handle->callback = std::move(callback);
  callbacks_->add(handle);
  return handle;
}

void ParameterEventHandler::remove_parameter_event_callback(
    ParameterEventCallbackHandle::SharedPtr callback_handle) {
  callbacks_->remove(callback_handle);
}

ParameterCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_callback(
    const std::string& parameter_name, ParameterCallbackType callback,
    const std::string& node_name) {
  auto handle = std::make_shared<ParameterCallbackHandle>();
  handle->parameter_name = parameter_name;
  handle->node_name = resolve_path(node_name);
  handle->callback = std::move(callback);
  callbacks_->add(handle);
  return handle;
}

void ParameterEventHandler::remove_parameter_callback(
    ParameterCallbackHandle::SharedPtr callback_handle) {
  callbacks_->remove(callback_handle);
}

bool ParameterEventHandler::configure_nodes_filter(const std::vector<std::string>& node_names) {
  std::string expression;
  std::vector<std::string> parameters;
  for (const std::string& name : node_names) {
    if (!expression.empty()) expression += " OR ";
    expression += "node = %" + std::to_string(parameters.size());
    parameters.push_back("'" + resolve_path(name) + "'");
  }
  subscription_->set_content_filter(expression, parameters);
  return true;
}

bool ParameterEventHandler::get_parameter_from_event(const ParameterEvent& event,
                                                     Parameter& parameter,
                                                     const std::string& parameter_name,
                                                     const std::string& node_name) {
  if (event.node != node_name) return false;
  return find_in(event, [&](const auto& message) {
    return message.name == parameter_name && read(message, parameter);
  });
}

Parameter ParameterEventHandler::get_parameter_from_event(const ParameterEvent& event,
                                                          const std::string& parameter_name,
                                                          const std::string& node_name) {
  if (event.node != node_name) {
    throw std::runtime_error("parameter '" + parameter_name + "' of node '" + node_name +
                             "' was asked for, but the event is of node '" +
                             std::string(event.node) + "'");
  }
  Parameter parameter(parameter_name);
  get_parameter_from_event(event, parameter, parameter_name, node_name);
  return parameter;
}

std::vector<Parameter> ParameterEventHandler::get_parameters_from_event(
    const ParameterEvent& event) {
  std::vector<Parameter> parameters;
  find_in(event, [&](const auto& message) {
    Parameter parameter;
    if (read(message, parameter)) parameters.push_back(std::move(parameter));
    return false;
  });
  return parameters;
}

std::string ParameterEventHandler::resolve_path(const std::string& node_name) const {
  return client::resolve_node_name(*node_, node_name);
}

}  // namespace rclcpp
