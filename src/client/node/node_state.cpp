// SPDX-License-Identifier: Apache-2.0
#include "client/node/node_state.hpp"

#include <algorithm>

#include <baton/exceptions.hpp>

#include "client/context/context_state.hpp"
#include "client/executor/group_state.hpp"
#include "client/node/graph_names.hpp"

namespace baton::client {
namespace {

Context::SharedPtr require(Context::SharedPtr context) {
  if (!context) throw exceptions::Error("a node needs a context: NodeOptions has a null pointer");
  return context;
}

Arguments parse(const NodeOptions& options) {
  Arguments arguments = Arguments::parse(options.arguments());
  arguments.require_known();
  return arguments;
}

/// Throws exceptions::Error, with the cure, for a context that is not initialised.
const Context::SharedPtr& initialised(const Context::SharedPtr& context) {
  if (!context->state()->was_begun()) (void)context->state()->transport();
  return context;
}

}  // namespace

NodeState::NodeState(const std::string& name, const std::string& namespace_,
                     const NodeOptions& options)
    : options_(options),
      context_(require(options.context())),
      context_state_(context_->state()),
      local_arguments_(parse(options)),
      names_(arguments().remap_node(name, namespace_)),
      fully_qualified_name_(join_namespace(names_.namespace_, names_.name)),
      logger_name_(logger_name_of(fully_qualified_name_)),
      default_group_(std::make_shared<CallbackGroup>(CallbackGroupType::MutuallyExclusive, true)),
      notify_(initialised(context_)) {
  groups_.push_back(default_group_);
  const base::Status added = context_state_->add_node(fully_qualified_name_);
  if (!added) {
    throw exceptions::Error("node '" + fully_qualified_name_ + "': " + added.error().text);
  }
  announced_ = true;
  warn_of_namesakes();
}

void NodeState::warn_of_namesakes() const {
  const auto nodes = context_state_->nodes();
  if (!nodes || std::count(nodes->begin(), nodes->end(), fully_qualified_name_) < 2) return;
  context_state_->tell({EventKind::namesakes,
                        "there are two nodes '" + fully_qualified_name_ +
                            "': a request for parameters or services of that name reaches one of "
                            "them; give one another name: --ros-args -r __node:=...",
                        fully_qualified_name_});
}

NodeState::~NodeState() {
  if (announced_) context_state_->remove_node(fully_qualified_name_);
}

NodeArguments NodeState::arguments() const {
  const Arguments* global =
      options_.use_global_arguments() ? context_state_->arguments().get() : nullptr;
  return {&local_arguments_, global};
}

std::string NodeState::resolve(const std::string& name, NameKind kind, bool only_expand) const {
  return arguments().resolve(name, names_, kind, only_expand);
}

std::shared_ptr<ParameterStore> NodeState::parameters() const {
  const std::lock_guard lock(mutex_);
  return parameters_.lock();
}

void NodeState::set_parameters(const std::shared_ptr<ParameterStore>& parameters) {
  const std::lock_guard lock(mutex_);
  parameters_ = parameters;
}

CallbackGroup::SharedPtr NodeState::create_group(CallbackGroupType type, bool automatic) {
  auto group = std::make_shared<CallbackGroup>(type, automatic);
  std::shared_ptr<Dispatcher> dispatcher;
  const std::lock_guard lock(mutex_);
  std::erase_if(groups_, [](const auto& entry) { return entry.expired(); });
  groups_.push_back(group);
  dispatcher = dispatcher_.lock();
  if (dispatcher && automatic) group->state()->join(dispatcher);
  return group;
}

bool NodeState::has(const CallbackGroup& group) const {
  const auto alive = groups();
  return std::any_of(alive.begin(), alive.end(),
                     [&](const auto& each) { return each.get() == &group; });
}

std::vector<CallbackGroup::SharedPtr> NodeState::groups() const {
  const std::lock_guard lock(mutex_);
  return held_groups();
}

std::vector<CallbackGroup::SharedPtr> NodeState::held_groups() const {
  std::vector<CallbackGroup::SharedPtr> alive;
  for (const auto& entry : groups_) {
    if (auto group = entry.lock()) alive.push_back(std::move(group));
  }
  return alive;
}

bool NodeState::join(const std::shared_ptr<Dispatcher>& dispatcher) {
  std::vector<CallbackGroup::SharedPtr> alive;
  GroupState::References held;
  const std::lock_guard lock(mutex_);
  if (!dispatcher_.expired()) return false;
  dispatcher_ = dispatcher;
  has_dispatcher_ = true;
  alive = held_groups();
  for (const auto& group : alive) {
    // A group that was added to an executor by itself stays with that executor.
    if (group->automatically_add_to_executor_with_node()) group->state()->join(dispatcher, held);
  }
  return true;
}

bool NodeState::leave(const Dispatcher& dispatcher) {
  std::vector<CallbackGroup::SharedPtr> alive;
  GroupState::References held;
  const std::lock_guard lock(mutex_);
  held.dispatcher = dispatcher_.lock();
  if (held.dispatcher.get() != &dispatcher) return false;
  dispatcher_.reset();
  has_dispatcher_ = false;
  alive = held_groups();
  for (const auto& group : alive) {
    if (group->automatically_add_to_executor_with_node()) {
      group->state()->leave(dispatcher, held);
    }
  }
  return true;
}

}  // namespace baton::client
