// SPDX-License-Identifier: Apache-2.0
// What a node is to its endpoints: names, arguments, callback groups, and which executor has it.
//
// Thread safety: all of it. Order of locks: mutex_, then those of a group. Release references to
// groups without mutex_: one may be the last, and what it destroys may own the node.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <baton/callback_group.hpp>
#include <baton/context.hpp>
#include <baton/guard_condition.hpp>
#include <baton/node_options.hpp>

#include "client/arguments/node_arguments.hpp"

namespace baton::client {

class ContextState;
class Dispatcher;
class ParameterStore;

class NodeState {
 public:
  /// Throws exceptions::InvalidNodeNameError, InvalidNamespaceError, RosArgsError and Error.
  NodeState(const std::string& name, const std::string& namespace_, const NodeOptions& options);
  ~NodeState();

  const std::string& name() const { return names_.name; }
  const std::string& namespace_() const { return names_.namespace_; }
  const std::string& fully_qualified_name() const { return fully_qualified_name_; }
  /// "ns.name"
  const std::string& logger_name() const { return logger_name_; }
  const Context::SharedPtr& context() const { return context_; }
  const std::shared_ptr<ContextState>& context_state() const { return context_state_; }
  NodeArguments arguments() const;
  const NodeOptions& options() const { return options_; }

  std::string resolve(const std::string& name, NameKind kind, bool only_expand = false) const;

  CallbackGroup::SharedPtr create_group(CallbackGroupType type, bool automatic);
  const CallbackGroup::SharedPtr& default_group() const { return default_group_; }
  bool has(const CallbackGroup& group) const;
  std::vector<CallbackGroup::SharedPtr> groups() const;

  /// Adds the node's groups to the dispatcher, and later groups, too. False if another dispatcher
  /// has the node.
  bool join(const std::shared_ptr<Dispatcher>& dispatcher);
  bool leave(const Dispatcher& dispatcher);
  std::atomic_bool& has_dispatcher() { return has_dispatcher_; }
  GuardCondition& notify_guard_condition() { return notify_; }

  /// Null for a node that is made without parameters, and after they were destroyed.
  std::shared_ptr<ParameterStore> parameters() const;
  void set_parameters(const std::shared_ptr<ParameterStore>& parameters);

 private:
  void warn_of_namesakes() const;
  /// Called with mutex_ held.
  std::vector<CallbackGroup::SharedPtr> held_groups() const;

  const NodeOptions options_;
  const Context::SharedPtr context_;
  const std::shared_ptr<ContextState> context_state_;
  const Arguments local_arguments_;
  const NodeArguments::Names names_;
  const std::string fully_qualified_name_;
  const std::string logger_name_;
  const CallbackGroup::SharedPtr default_group_;
  GuardCondition notify_;
  bool announced_ = false;  // other participants see the node
  std::atomic_bool has_dispatcher_{false};

  mutable std::mutex mutex_;  // covers what follows
  std::vector<CallbackGroup::WeakPtr> groups_;
  std::weak_ptr<Dispatcher> dispatcher_;
  std::weak_ptr<ParameterStore> parameters_;
};

}  // namespace baton::client
