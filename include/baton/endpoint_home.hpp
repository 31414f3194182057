// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>
#include <baton/intra_process_setting.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class NodeState;
}  // namespace baton::client

namespace rclcpp {

namespace node_interfaces {
class NodeBaseInterface;
}

/// What an endpoint belongs to: a node, or only a context. Implicitly made from either.
class BATON_PUBLIC EndpointHome {
 public:
  /// Without a node, names are absolute or relative to "/", and nothing is remapped. An executor or
  /// wait set must be given the endpoint itself.
  EndpointHome(const Context& context);  // NOLINT(google-explicit-constructor)
  EndpointHome(
      const node_interfaces::NodeBaseInterface& node);  // NOLINT(google-explicit-constructor)

  const std::shared_ptr<client::ContextState>& context() const { return context_; }
  /// Null without a node.
  const std::shared_ptr<client::NodeState>& node() const { return node_; }

  /// The name on the wire. Throws exceptions::InvalidTopicNameError.
  std::string resolve_topic(const std::string& name) const;
  /// The node's fully qualified name; empty without a node.
  std::string node_name() const;
  bool resolve(IntraProcessSetting setting) const;
  /// The given group, or else the node's default one; null without a node. Throws
  /// std::runtime_error if the group belongs to another node.
  CallbackGroup::SharedPtr resolve(const CallbackGroup::SharedPtr& group) const;

 private:
  std::shared_ptr<client::ContextState> context_;
  std::shared_ptr<client::NodeState> node_;
};

}  // namespace rclcpp
