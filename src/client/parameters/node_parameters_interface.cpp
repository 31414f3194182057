// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_parameters_interface.hpp>

#include <utility>

#include <baton/create_publisher.hpp>
#include <baton/node_options.hpp>
#include <baton/parameter_service.hpp>

#include "client/node/node_state.hpp"
#include "client/parameters/parameter_store.hpp"

namespace rclcpp::node_interfaces {
namespace {

/// Collects the overrides of arguments and NodeOptions; those of NodeOptions win.
std::map<std::string, ParameterValue> collect_overrides(const client::NodeState& node) {
  auto overrides = node.arguments().parameter_overrides(node.fully_qualified_name());
  for (const Parameter& parameter : node.options().parameter_overrides()) {
    overrides[parameter.get_name()] = parameter.get_parameter_value();
  }
  return overrides;
}

void publish_events(client::ParameterStore& store, const NodeBaseInterface::SharedPtr& node,
                    NodeClockInterface::SharedPtr clock) {
  const NodeOptions& options = node->state()->options();
  PublisherOptionsBase publisher_options = options.parameter_event_publisher_options();
  if (publisher_options.qos_overriding_options.get_policy_kinds().empty()) {
    publisher_options.qos_overriding_options = {QosPolicyKind::Depth, QosPolicyKind::Durability,
                                                QosPolicyKind::History, QosPolicyKind::Reliability};
  }
  auto publisher = create_publisher<rcl_interfaces::msg::ParameterEvent>(
      node, "/parameter_events", options.parameter_event_qos(), publisher_options);
  const std::string name = node->get_fully_qualified_name();
  store.publish_with(
      [publisher, name, clock = std::move(clock)](rcl_interfaces::msg::ParameterEvent&& event) {
        event.node = name;
        event.stamp = clock->get_clock()->now();
        publisher->publish(event);
      });
}

}  // namespace

NodeParametersInterface::NodeParametersInterface(const NodeBaseInterface::SharedPtr& node,
                                                 NodeClockInterface::SharedPtr clock)
    : store_(std::make_shared<client::ParameterStore>(
          collect_overrides(*node->state()),
          node->state()->options().allow_undeclared_parameters())) {
  const NodeOptions& options = node->state()->options();
  node->state()->set_parameters(store_);
  if (options.start_parameter_services()) {
    service_ = std::make_unique<ParameterService>(
        node, std::make_shared<NodeServicesInterface>(node), this);
  }
  if (options.start_parameter_event_publisher()) {
    if (!clock) clock = std::make_shared<NodeClockInterface>(RCL_SYSTEM_TIME);
    publish_events(*store_, node, std::move(clock));
  }
  if (options.automatically_declare_parameters_from_overrides()) store_->declare_overrides();
}

/// The store may outlive the node: from now on it does not publish changes.
NodeParametersInterface::~NodeParametersInterface() { store_->publish_with(nullptr); }

const ParameterValue& NodeParametersInterface::declare_parameter(
    const std::string& name, const ParameterValue& default_value,
    const rcl_interfaces::msg::ParameterDescriptor& descriptor, bool ignore_override) {
  return store_->declare(name, default_value, descriptor, ignore_override);
}

const ParameterValue& NodeParametersInterface::declare_parameter(
    const std::string& name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor& descriptor, bool ignore_override) {
  return store_->declare(name, type, descriptor, ignore_override);
}

void NodeParametersInterface::undeclare_parameter(const std::string& name) {
  store_->undeclare(name);
}

bool NodeParametersInterface::has_parameter(const std::string& name) const {
  return store_->has(name);
}

std::vector<rcl_interfaces::msg::SetParametersResult> NodeParametersInterface::set_parameters(
    const std::vector<Parameter>& parameters) {
  return store_->set(parameters);
}

rcl_interfaces::msg::SetParametersResult NodeParametersInterface::set_parameters_atomically(
    const std::vector<Parameter>& parameters) {
  return store_->set_atomically(parameters);
}

std::vector<Parameter> NodeParametersInterface::get_parameters(
    const std::vector<std::string>& names) const {
  return store_->get_all(names);
}

Parameter NodeParametersInterface::get_parameter(const std::string& name) const {
  return store_->get(name);
}

bool NodeParametersInterface::get_parameter(const std::string& name, Parameter& parameter) const {
  return store_->get(name, parameter);
}

bool NodeParametersInterface::get_parameters_by_prefix(
    const std::string& prefix, std::map<std::string, Parameter>& parameters) const {
  return store_->get_by_prefix(prefix, parameters);
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> NodeParametersInterface::describe_parameters(
    const std::vector<std::string>& names) const {
  return store_->describe(names);
}

std::vector<std::uint8_t> NodeParametersInterface::get_parameter_types(
    const std::vector<std::string>& names) const {
  return store_->types(names);
}

rcl_interfaces::msg::ListParametersResult NodeParametersInterface::list_parameters(
    const std::vector<std::string>& prefixes, std::uint64_t depth) const {
  return store_->list(prefixes, depth);
}

PreSetParametersCallbackHandle::SharedPtr NodeParametersInterface::add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback) {
  return store_->add_pre_set(std::move(callback));
}

OnSetParametersCallbackHandle::SharedPtr NodeParametersInterface::add_on_set_parameters_callback(
    OnSetParametersCallbackType callback) {
  return store_->add_on_set(std::move(callback));
}

PostSetParametersCallbackHandle::SharedPtr
NodeParametersInterface::add_post_set_parameters_callback(PostSetParametersCallbackType callback) {
  return store_->add_post_set(std::move(callback));
}

void NodeParametersInterface::remove_pre_set_parameters_callback(
    const PreSetParametersCallbackHandle* handle) {
  store_->remove(handle);
}

void NodeParametersInterface::remove_on_set_parameters_callback(
    const OnSetParametersCallbackHandle* handle) {
  store_->remove(handle);
}

void NodeParametersInterface::remove_post_set_parameters_callback(
    const PostSetParametersCallbackHandle* handle) {
  store_->remove(handle);
}

const std::map<std::string, ParameterValue>& NodeParametersInterface::get_parameter_overrides()
    const {
  return store_->overrides();
}

}  // namespace rclcpp::node_interfaces
