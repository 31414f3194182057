// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>
#include <baton/guard_condition.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class NodeState;
}  // namespace baton::client

namespace rclcpp {

class Executable;
class NodeOptions;

namespace node_interfaces {

/// A node's names, its context, and its callback groups. Thread safety: all members.
class BATON_PUBLIC NodeBaseInterface : public std::enable_shared_from_this<NodeBaseInterface> {
 public:
  using SharedPtr = std::shared_ptr<NodeBaseInterface>;
  using ConstSharedPtr = std::shared_ptr<const NodeBaseInterface>;
  using WeakPtr = std::weak_ptr<NodeBaseInterface>;

  /// Throws exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError and
  /// exceptions::Error.
  NodeBaseInterface(const std::string& node_name, const std::string& namespace_,
                    const NodeOptions& options);
  ~NodeBaseInterface();

  const char* get_name() const;
  const char* get_namespace() const;
  const char* get_fully_qualified_name() const;
  Context::SharedPtr get_context() const;
  bool get_use_intra_process_default() const;
  bool get_enable_topic_statistics_default() const;

  CallbackGroup::SharedPtr create_callback_group(
      CallbackGroupType type, bool automatically_add_to_executor_with_node = true);
  CallbackGroup::SharedPtr get_default_callback_group();
  bool callback_group_in_node(CallbackGroup::SharedPtr group);
  void for_each_callback_group(const std::function<void(CallbackGroup::SharedPtr)>& see);
  std::atomic_bool& get_associated_with_executor_atomic();
  /// Triggered when the node's entities change. Executors here do not need it.
  GuardCondition& get_notify_guard_condition();

  /// The name on the wire. Throws exceptions::InvalidTopicNameError or InvalidServiceNameError.
  std::string resolve_topic_or_service_name(const std::string& name, bool is_service,
                                            bool only_expand = false) const;

  /// Adds an entity to the group, by default the node's own. Called for everything that is made
  /// with a node. Throws exceptions::MissingGroupNodeException if the group belongs to another
  /// node.
  void add_to_group(const std::shared_ptr<Executable>& entity,
                    const CallbackGroup::SharedPtr& group);
  const std::shared_ptr<client::NodeState>& state() const { return state_; }

 private:
  const std::shared_ptr<client::NodeState> state_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
