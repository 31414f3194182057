// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class GroupState;
}  // namespace baton::client

namespace rclcpp {

class Context;
class Executable;
class GuardCondition;

enum class CallbackGroupType {
  MutuallyExclusive,  ///< one callback of the group at a time
  Reentrant,          ///< any number of callbacks at once, also of one entity
};

/// Which callbacks may run at the same time, for executors of several threads. Made by
/// Node::create_callback_group(). Keep the group as long as it is used: entities hold it weakly.
/// Thread safety: all members.
class BATON_PUBLIC CallbackGroup {
 public:
  using SharedPtr = std::shared_ptr<CallbackGroup>;
  using WeakPtr = std::weak_ptr<CallbackGroup>;
  using ConstSharedPtr = std::shared_ptr<const CallbackGroup>;

  explicit CallbackGroup(CallbackGroupType type,
                         bool automatically_add_to_executor_with_node = true);
  /// `context` is what get_notify_guard_condition() is made with.
  CallbackGroup(CallbackGroupType type, std::weak_ptr<Context> context,
                bool automatically_add_to_executor_with_node = true);
  ~CallbackGroup();
  CallbackGroup(const CallbackGroup&) = delete;
  CallbackGroup& operator=(const CallbackGroup&) = delete;

  CallbackGroupType type() const;
  /// False: a node does not bring the group to its executor. The group has to be added to one by
  /// itself.
  bool automatically_add_to_executor_with_node() const;
  /// Whether an executor has the group now.
  std::atomic_bool& get_associated_with_executor_atomic();
  /// False while a callback of a mutually exclusive group runs.
  std::atomic_bool& can_be_taken_from();
  /// For executors of users' own: Baton's need none, so nothing triggers it but
  /// trigger_notify_guard_condition(). Null without a context that is valid.
  std::shared_ptr<GuardCondition> get_notify_guard_condition();
  void trigger_notify_guard_condition();
  /// How many entities of the group are alive.
  std::size_t size() const;

  /// Used by executors and nodes.
  const std::shared_ptr<client::GroupState>& state() const { return state_; }

 private:
  std::shared_ptr<client::GroupState> state_;
  const std::weak_ptr<Context> context_;
  std::mutex mutex_;  // covers what follows
  std::shared_ptr<GuardCondition> notify_;
};

}  // namespace rclcpp
