// SPDX-License-Identifier: Apache-2.0
#include <baton/node_interfaces/node_base_interface.hpp>

#include <baton/exceptions.hpp>

#include "client/context/context_state.hpp"
#include "client/executor/group_state.hpp"
#include "client/node/node_state.hpp"

namespace rclcpp::node_interfaces {

NodeBaseInterface::NodeBaseInterface(const std::string& node_name, const std::string& namespace_,
                                     const NodeOptions& options)
    : state_(std::make_shared<client::NodeState>(node_name, namespace_, options)) {
  state_->context_state()->add_node(state_);
}

NodeBaseInterface::~NodeBaseInterface() = default;

const char* NodeBaseInterface::get_name() const { return state_->name().c_str(); }

const char* NodeBaseInterface::get_namespace() const { return state_->namespace_().c_str(); }

const char* NodeBaseInterface::get_fully_qualified_name() const {
  return state_->fully_qualified_name().c_str();
}

Context::SharedPtr NodeBaseInterface::get_context() const { return state_->context(); }

bool NodeBaseInterface::get_use_intra_process_default() const {
  return state_->options().use_intra_process_comms();
}

bool NodeBaseInterface::get_enable_topic_statistics_default() const {
  return state_->options().enable_topic_statistics();
}

CallbackGroup::SharedPtr NodeBaseInterface::create_callback_group(
    CallbackGroupType type, bool automatically_add_to_executor_with_node) {
  return state_->create_group(type, automatically_add_to_executor_with_node);
}

CallbackGroup::SharedPtr NodeBaseInterface::get_default_callback_group() {
  return state_->default_group();
}

bool NodeBaseInterface::callback_group_in_node(CallbackGroup::SharedPtr group) {
  return group && state_->has(*group);
}

void NodeBaseInterface::for_each_callback_group(
    const std::function<void(CallbackGroup::SharedPtr)>& see) {
  for (auto& group : state_->groups()) see(std::move(group));
}

std::atomic_bool& NodeBaseInterface::get_associated_with_executor_atomic() {
  return state_->has_dispatcher();
}

GuardCondition& NodeBaseInterface::get_notify_guard_condition() {
  return state_->notify_guard_condition();
}

std::string NodeBaseInterface::resolve_topic_or_service_name(const std::string& name,
                                                             bool is_service,
                                                             bool only_expand) const {
  return state_->resolve(name, is_service ? client::NameKind::service : client::NameKind::topic,
                         only_expand);
}

void NodeBaseInterface::add_to_group(const std::shared_ptr<Executable>& entity,
                                     const CallbackGroup::SharedPtr& group) {
  if (group && !state_->has(*group)) throw exceptions::MissingGroupNodeException("entity");
  (group ? group : state_->default_group())->state()->add(entity);
}

}  // namespace rclcpp::node_interfaces
