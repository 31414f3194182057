// SPDX-License-Identifier: Apache-2.0
#include <baton/guard_condition.hpp>

#include <stdexcept>
#include <utility>

#include <baton/exceptions.hpp>

#include "client/context/context_state.hpp"
#include "client/executor/guard_state.hpp"

namespace baton::client {

void GuardState::trigger() {
  const std::lock_guard lock(mutex_);
  triggered_.store(true, std::memory_order_release);  // [guard/wait] the triggering thread
  if (wait_set_) wait_set_->post(*this);
  for (const auto& entry : listeners_) {
    if (const auto listener = entry.lock()) listener->guard_triggered();
  }
  if (callback_) {
    // A copy: it may replace itself.
    const auto callback = callback_;
    return callback(1);
  }
  ++unheard_;
}

void GuardState::set_callback(std::function<void(std::size_t)> callback) {
  const std::lock_guard lock(mutex_);
  callback_ = std::move(callback);
  if (!callback_ || unheard_ == 0) return;
  const auto told = callback_;
  told(std::exchange(unheard_, 0));
}

bool GuardState::join(const std::shared_ptr<transport::WaitSet>& wait_set,
                      const std::weak_ptr<void>& who) {
  const std::lock_guard lock(mutex_);
  if (wait_set_) return false;
  wait_set_ = wait_set;
  wait_set->add_posted(*this, who);
  return true;
}

void GuardState::leave() {
  std::shared_ptr<transport::WaitSet> former;
  {
    const std::lock_guard lock(mutex_);
    former = std::exchange(wait_set_, nullptr);
  }
  if (former) former->remove(*this);
}

bool GuardState::consume() {
  const std::lock_guard lock(mutex_);
  unheard_ = 0;
  return triggered_.exchange(false, std::memory_order_relaxed);  // relaxed: the mutex orders it
}

void GuardState::add(const std::shared_ptr<GuardListener>& listener) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& entry) { return entry.expired(); });
  listeners_.push_back(listener);
}

void GuardState::remove(const GuardListener& listener) {
  std::vector<std::shared_ptr<GuardListener>> held;  // released without the mutex
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const auto& entry) {
    const auto& alive = held.emplace_back(entry.lock());
    return !alive || alive.get() == &listener;
  });
}

}  // namespace baton::client

namespace rclcpp {

namespace {

Context::SharedPtr require(Context::SharedPtr context) {
  if (!context)
    throw std::invalid_argument("a guard condition needs a context: it is a null pointer");
  if (!context->state()->was_begun()) {
    throw exceptions::RCLInvalidArgument(
        "a guard condition needs a context that is initialised: call init() before");
  }
  return context;
}

}  // namespace

GuardCondition::GuardCondition(Context::SharedPtr context)
    : context_(require(std::move(context))), state_(std::make_shared<client::GuardState>()) {}

GuardCondition::~GuardCondition() = default;

void GuardCondition::trigger() { state_->trigger(); }

void GuardCondition::set_on_trigger_callback(std::function<void(std::size_t)> callback) {
  state_->set_callback(std::move(callback));
}

}  // namespace rclcpp
