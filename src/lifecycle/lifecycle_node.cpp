// SPDX-License-Identifier: Apache-2.0
#include <baton/lifecycle/lifecycle_node.hpp>

#include <string_view>
#include <utility>

#include "lifecycle/lifecycle.hpp"

namespace rclcpp_lifecycle {

using CallbackReturn = LifecycleNode::CallbackReturn;

LifecycleNode::LifecycleNode(const std::string& node_name, const NodeOptions& options,
                             bool enable_communication_interface)
    : LifecycleNode(node_name, "", options, enable_communication_interface) {}

LifecycleNode::LifecycleNode(const std::string& node_name, const std::string& namespace_,
                             const NodeOptions& options, bool enable_communication_interface)
    : node_(std::make_shared<Node>(node_name, namespace_, options)),
      lifecycle_(std::make_shared<Lifecycle>(*this, node_->get_logger())) {
  if (enable_communication_interface) lifecycle_->open_topics(*node_);
}

Node& LifecycleNode::inner_node() const { return *node_; }

LifecycleNode::~LifecycleNode() { lifecycle_->leave(); }

const State& LifecycleNode::get_current_state() const { return state_object(lifecycle_->state()); }

std::vector<State> LifecycleNode::get_available_states() const { return state_objects(); }

std::vector<Transition> LifecycleNode::get_available_transitions() const {
  const StateId state = lifecycle_->state();
  return transition_objects(&state);
}

std::vector<Transition> LifecycleNode::get_transition_graph() const {
  return transition_objects(nullptr);
}

const State& LifecycleNode::trigger_transition(const Transition& transition) {
  return trigger_transition(transition.id());
}
const State& LifecycleNode::trigger_transition(const Transition& transition,
                                               CallbackReturn& cb_return_code) {
  return trigger_transition(transition.id(), cb_return_code);
}
const State& LifecycleNode::trigger_transition(std::uint8_t transition_id) {
  CallbackReturn unused{};
  return trigger_transition(transition_id, unused);
}
const State& LifecycleNode::trigger_transition(std::uint8_t transition_id,
                                               CallbackReturn& cb_return_code) {
  const auto alive = weak_from_this().lock();  // a callback may release the node
  cb_return_code = lifecycle_->change(transition_id);
  return get_current_state();
}

const State& LifecycleNode::change(const char* label) {
  CallbackReturn unused{};
  return change(label, unused);
}
const State& LifecycleNode::change(const char* label, CallbackReturn& cb_return_code) {
  const auto alive = weak_from_this().lock();
  cb_return_code = lifecycle_->change(std::string_view(label));
  return get_current_state();
}

const State& LifecycleNode::configure() { return change(label_of(Trigger::configure)); }
const State& LifecycleNode::configure(CallbackReturn& cb_return_code) {
  return change(label_of(Trigger::configure), cb_return_code);
}
const State& LifecycleNode::cleanup() { return change(label_of(Trigger::cleanup)); }
const State& LifecycleNode::cleanup(CallbackReturn& cb_return_code) {
  return change(label_of(Trigger::cleanup), cb_return_code);
}
const State& LifecycleNode::activate() { return change(label_of(Trigger::activate)); }
const State& LifecycleNode::activate(CallbackReturn& cb_return_code) {
  return change(label_of(Trigger::activate), cb_return_code);
}
const State& LifecycleNode::deactivate() { return change(label_of(Trigger::deactivate)); }
const State& LifecycleNode::deactivate(CallbackReturn& cb_return_code) {
  return change(label_of(Trigger::deactivate), cb_return_code);
}
const State& LifecycleNode::shutdown() { return change(label_of(Trigger::shutdown)); }
const State& LifecycleNode::shutdown(CallbackReturn& cb_return_code) {
  return change(label_of(Trigger::shutdown), cb_return_code);
}

bool LifecycleNode::register_on_configure(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::configuring, std::move(callback));
}
bool LifecycleNode::register_on_cleanup(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::cleaning_up, std::move(callback));
}
bool LifecycleNode::register_on_shutdown(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::shutting_down, std::move(callback));
}
bool LifecycleNode::register_on_activate(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::activating, std::move(callback));
}
bool LifecycleNode::register_on_deactivate(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::deactivating, std::move(callback));
}
bool LifecycleNode::register_on_error(std::function<CallbackReturn(const State&)> callback) {
  return lifecycle_->register_callback(StateId::error_processing, std::move(callback));
}

CallbackReturn LifecycleNode::on_activate(const State&) {
  lifecycle_->activate();
  return CallbackReturn::SUCCESS;
}
CallbackReturn LifecycleNode::on_deactivate(const State&) {
  lifecycle_->deactivate();
  return CallbackReturn::SUCCESS;
}

void LifecycleNode::add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity) {
  lifecycle_->add(std::move(managed_entity));
}
void LifecycleNode::add_timer_handle(std::shared_ptr<TimerBase>) {}

}  // namespace rclcpp_lifecycle
