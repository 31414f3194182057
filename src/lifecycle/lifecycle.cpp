// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/lifecycle.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include <baton/logging.hpp>

#include "lifecycle/lifecycle_topics.hpp"

namespace baton::lifecycle {
namespace {

using CallbackReturn = Lifecycle::CallbackReturn;

Trigger trigger_of(CallbackReturn result) {
  switch (result) {
    case CallbackReturn::SUCCESS:
      return Trigger::success;
    case CallbackReturn::FAILURE:
      return Trigger::failure;
    case CallbackReturn::ERROR:
      break;
  }
  return Trigger::error;
}

template <class T>
bool is_owned(const std::weak_ptr<T>& pointer) {
  const std::weak_ptr<T> of_nothing;
  return pointer.owner_before(of_nothing) || of_nothing.owner_before(pointer);
}

}  // namespace

const State& state_object(StateId id) {
  static const auto& all = *new std::vector<State>(state_objects());
  const auto found = std::find_if(all_states.begin(), all_states.end(),
                                  [&](const NamedState& each) { return each.id == id; });
  return all[static_cast<std::size_t>(found - all_states.begin())];
}

std::vector<State> state_objects() {
  std::vector<State> all;
  for (const auto& [id, label] : all_states) all.emplace_back(static_cast<std::uint8_t>(id), label);
  return all;
}

std::vector<Transition> transition_objects(const StateId* leave) {
  std::vector<Transition> found;
  for (const Row& row : transition_table) {
    if (leave != nullptr && row.step.from != *leave) continue;
    found.emplace_back(row.id, label_of(row.step.event), State(state_object(row.step.from)),
                       State(state_object(row.step.to)));
  }
  return found;
}

Lifecycle::Lifecycle(LifecycleNode& node, const Logger& logger)
    : callbacks_(node), logger_(logger), node_(&node) {}

Lifecycle::~Lifecycle() = default;

void Lifecycle::open_topics(Node& node) {
  topics_ = std::make_unique<LifecycleTopics>(node, weak_from_this());
  machine_.set_observer([this](const Row& row) { topics_->tell(row); });
}

void Lifecycle::leave() {
  const std::lock_guard lock(mutex_);
  node_ = nullptr;
}

bool Lifecycle::hold_node(std::shared_ptr<LifecycleNode>& alive) const {
  const std::lock_guard lock(mutex_);
  if (node_ == nullptr) return false;
  const auto owner = node_->weak_from_this();
  alive = owner.lock();
  return alive || !is_owned(owner);
}

CallbackReturn Lifecycle::change_from_afar(const Asked& asked) {
  std::shared_ptr<LifecycleNode> alive;
  return hold_node(alive) ? change(asked) : CallbackReturn::ERROR;
}

CallbackReturn Lifecycle::change(const Asked& asked) {
  const auto [row, refusal] = machine_.begin(asked);
  if (row == nullptr) {
    RCLCPP_ERROR(logger_, "%s", refusal.c_str());
    return CallbackReturn::ERROR;
  }
  const State& previous = state_object(row->step.from);
  const CallbackReturn result = call(row->step.to, previous);
  if (end(trigger_of(result)) == StateId::error_processing) {
    RCLCPP_WARN(logger_, "Error in state '%s': on_error() is called", label_of(row->step.to));
    end(trigger_of(call(StateId::error_processing, previous)));
  }
  return result;
}

CallbackReturn Lifecycle::call(StateId state, const State& previous) {
  std::string cause = "something that is no std::exception";
  try {
    return call_unguarded(state, previous);
  } catch (const std::exception& error) {
    cause = error.what();
  } catch (...) {
  }
  RCLCPP_ERROR(logger_, "Caught exception in the callback of state '%s': %s", label_of(state),
               cause.c_str());
  return CallbackReturn::ERROR;
}

CallbackReturn Lifecycle::call_unguarded(StateId state, const State& previous) {
  std::shared_ptr<const Callback> registered;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = registered_.find(state); found != registered_.end()) {
      registered = found->second;
    }
  }
  if (registered) return (*registered)(previous);
  switch (state) {
    case StateId::configuring:
      return callbacks_.on_configure(previous);
    case StateId::cleaning_up:
      return callbacks_.on_cleanup(previous);
    case StateId::shutting_down:
      return callbacks_.on_shutdown(previous);
    case StateId::activating:
      return callbacks_.on_activate(previous);
    case StateId::deactivating:
      return callbacks_.on_deactivate(previous);
    default:
      return callbacks_.on_error(previous);
  }
}

StateId Lifecycle::end(Trigger result) {
  // Before another thread can begin to activate them again.
  deactivate_unless(find_row(machine_.state(), result)->step.to);
  return machine_.end(result);
}

void Lifecycle::deactivate_unless(StateId next) {
  if (next == StateId::active || next == StateId::error_processing) return;
  {
    const std::lock_guard lock(mutex_);
    if (!entities_are_active_) return;
  }
  try {
    deactivate();
  } catch (...) {
    // The transition ends all the same.
    RCLCPP_ERROR(logger_,
                 "A managed entity threw when it was deactivated: it and those behind it "
                 "may still be active");
  }
}

bool Lifecycle::register_callback(StateId state, Callback callback) {
  if (!callback) return false;
  // The former one goes behind the lock.
  auto shared = std::make_shared<const Callback>(std::move(callback));
  const std::lock_guard lock(mutex_);
  registered_[state].swap(shared);
  return true;
}

void Lifecycle::add(std::weak_ptr<ManagedEntityInterface> entity) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entities_, [](const auto& each) { return each.expired(); });
  entities_.push_back(std::move(entity));
}

std::vector<std::shared_ptr<ManagedEntityInterface>> Lifecycle::entities() {
  std::vector<std::shared_ptr<ManagedEntityInterface>> alive;
  const std::lock_guard lock(mutex_);
  for (const auto& each : entities_) {
    if (auto entity = each.lock()) alive.push_back(std::move(entity));
  }
  return alive;
}

void Lifecycle::activate() {
  {
    // Before: one that throws leaves those before it activated.
    const std::lock_guard lock(mutex_);
    entities_are_active_ = true;
  }
  for (const auto& entity : entities()) entity->on_activate();
}

void Lifecycle::deactivate() {
  {
    const std::lock_guard lock(mutex_);
    entities_are_active_ = false;
  }
  for (const auto& entity : entities()) entity->on_deactivate();
}

}  // namespace baton::lifecycle
