// SPDX-License-Identifier: Apache-2.0
#include "client/executor/group_state.hpp"

#include <algorithm>
#include <utility>

#include <baton/context.hpp>
#include <baton/guard_condition.hpp>

#include "client/executor/dispatcher.hpp"

namespace baton::client {

GroupState::~GroupState() {
  References held;
  change_dispatcher(nullptr, held);
}

void GroupState::change_dispatcher(const std::shared_ptr<Dispatcher>& dispatcher,
                                   References& held) {
  for (const auto& entry : entities_) {
    auto entity = entry.lock();
    if (!entity) continue;
    entity->change_dispatcher(dispatcher, dispatcher ? entity : nullptr);
    held.entities.push_back(std::move(entity));
  }
}

std::size_t GroupState::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      entities_.begin(), entities_.end(), [](const auto& entry) { return !entry.expired(); }));
}

void GroupState::add(const std::shared_ptr<Executable>& entity) {
  References held;
  const std::lock_guard lock(mutex_);
  if (entities_.size() == entities_.capacity()) {  // so that the dead cost no more than the living
    std::erase_if(entities_, [](const auto& entry) { return entry.expired(); });
  }
  entity->group_ = weak_from_this();
  entities_.push_back(entity);
  held.dispatcher = dispatcher_.lock();
  if (held.dispatcher) entity->change_dispatcher(held.dispatcher, entity);
}

void GroupState::remove(Executable& entity) {
  References held;
  const std::lock_guard lock(mutex_);
  std::erase_if(entities_, [&](const auto& entry) {
    const auto& alive = held.entities.emplace_back(entry.lock());
    return !alive || alive.get() == &entity;
  });
  entity.change_dispatcher(nullptr, {});
}

void GroupState::take_back(Executable& entity) {
  References held;
  const std::lock_guard lock(mutex_);
  held.dispatcher = dispatcher_.lock();
  if (!held.dispatcher) return;
  for (const auto& entry : entities_) {
    const auto& alive = held.entities.emplace_back(entry.lock());
    if (alive.get() == &entity) entity.change_dispatcher(held.dispatcher, alive);
  }
}

bool GroupState::join(const std::shared_ptr<Dispatcher>& dispatcher, References& held) {
  const std::lock_guard lock(mutex_);
  if (!dispatcher_.expired()) return false;
  dispatcher_ = dispatcher;
  has_dispatcher_ = true;
  change_dispatcher(dispatcher, held);
  return true;
}

bool GroupState::leave(const Dispatcher& dispatcher, References& held) {
  const std::lock_guard lock(mutex_);
  held.dispatcher = dispatcher_.lock();
  if (held.dispatcher.get() != &dispatcher) return false;
  dispatcher_.reset();
  has_dispatcher_ = false;
  change_dispatcher(nullptr, held);
  return true;
}

bool GroupState::join(const std::shared_ptr<Dispatcher>& dispatcher) {
  References held;
  return join(dispatcher, held);
}

bool GroupState::leave(const Dispatcher& dispatcher) {
  References held;
  return leave(dispatcher, held);
}

[[gnu::hot]] bool GroupState::take_or_park(const std::shared_ptr<Executable>& who,
                                           Dispatcher& finder) {
  const base::LightGuard lock(park_lock_);
  if (can_be_taken_from_.exchange(false, std::memory_order_relaxed)) return true;
  parked_.push_back({who, finder.weak_from_this()});
  return false;
}

[[gnu::hot]] std::vector<GroupState::Parked> GroupState::set_free() {
  const base::LightGuard lock(park_lock_);
  can_be_taken_from_.store(true, std::memory_order_relaxed);
  return std::exchange(parked_, {});
}

std::shared_ptr<Dispatcher> GroupState::dispatcher() const {
  const std::lock_guard lock(mutex_);
  return dispatcher_.lock();
}

}  // namespace baton::client

namespace rclcpp {

CallbackGroup::CallbackGroup(CallbackGroupType type, bool automatically_add_to_executor_with_node)
    : state_(std::make_shared<client::GroupState>(type, automatically_add_to_executor_with_node)) {}

CallbackGroup::CallbackGroup(CallbackGroupType type, std::weak_ptr<Context> context,
                             bool automatically_add_to_executor_with_node)
    : state_(std::make_shared<client::GroupState>(type, automatically_add_to_executor_with_node)),
      context_(std::move(context)) {}

CallbackGroup::~CallbackGroup() = default;

std::shared_ptr<GuardCondition> CallbackGroup::get_notify_guard_condition() {
  const auto context = context_.lock();
  if (!context || !context->is_valid()) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!notify_) {
    // It must not keep the context, whose owner may destroy it before this group.
    const Context::SharedPtr borrowed(std::shared_ptr<void>(), context.get());
    notify_ = std::make_shared<GuardCondition>(borrowed);
  }
  return notify_;
}

void CallbackGroup::trigger_notify_guard_condition() {
  if (const auto notify = get_notify_guard_condition()) notify->trigger();
}

CallbackGroupType CallbackGroup::type() const { return state_->type(); }

bool CallbackGroup::automatically_add_to_executor_with_node() const {
  return state_->is_automatic();
}

std::atomic_bool& CallbackGroup::get_associated_with_executor_atomic() {
  return state_->has_dispatcher();
}

std::atomic_bool& CallbackGroup::can_be_taken_from() { return state_->can_be_taken_from(); }

std::size_t CallbackGroup::size() const { return state_->size(); }

}  // namespace rclcpp
