// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <baton/ros_c/rcl_wait_set.h>
#include <baton/contexts/default_context.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class GuardState;
}  // namespace baton::client

namespace rclcpp {

/// Wakes the thread that waits for it in a WaitSet. Thread safety: all members.
class BATON_PUBLIC GuardCondition {
 public:
  using SharedPtr = std::shared_ptr<GuardCondition>;
  using ConstSharedPtr = std::shared_ptr<const GuardCondition>;
  using WeakPtr = std::weak_ptr<GuardCondition>;
  using UniquePtr = std::unique_ptr<GuardCondition>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<GuardCondition>(std::forward<Arguments>(arguments)...);
  }

  /// Throws std::invalid_argument for a null pointer, and exceptions::RCLInvalidArgument for a
  /// context that is not initialised.
  explicit GuardCondition(Context::SharedPtr context = contexts::get_global_default_context());
  ~GuardCondition();
  GuardCondition(const GuardCondition&) = delete;
  GuardCondition& operator=(const GuardCondition&) = delete;

  Context::SharedPtr get_context() const { return context_; }
  /// Makes the condition ready, until a wait finds it.
  void trigger();
  /// From now on each trigger() calls `callback` with 1, in its thread. Earlier triggers that no
  /// wait has found are passed to it at once, as their number. nullptr: no callback. Wait sets find
  /// the triggers all the same.
  void set_on_trigger_callback(std::function<void(std::size_t)> callback);

  /// Its name in an rcl_wait_set_t: only its address means something.
  const rcl_guard_condition_t& get_rcl_guard_condition() const {
    return *reinterpret_cast<const rcl_guard_condition_t*>(state_.get());
  }
  rcl_guard_condition_t& get_rcl_guard_condition() {
    return *reinterpret_cast<rcl_guard_condition_t*>(state_.get());
  }

  /// Used by wait sets.
  const std::shared_ptr<client::GuardState>& state() const { return state_; }

 private:
  const Context::SharedPtr context_;
  const std::shared_ptr<client::GuardState> state_;
};

}  // namespace rclcpp
