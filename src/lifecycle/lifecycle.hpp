// SPDX-License-Identifier: Apache-2.0
// What a lifecycle node is made of beside its Node: states, callbacks, managed entities.
//
// Thread safety: all of it. Callbacks, entities and their destructors run without a lock. Services
// refer to it weakly, and it knows when its node goes: a request that comes then is refused.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/lifecycle/lifecycle_node.hpp>

#include "lifecycle/state_machine.hpp"

namespace baton::lifecycle {

class LifecycleTopics;

/// Lives for ever, so that references to the state of a node do, too.
const State& state_object(StateId id);
std::vector<State> state_objects();
/// Those that `leave` the state; all if there is none.
std::vector<Transition> transition_objects(const StateId* leave);

class Lifecycle : public std::enable_shared_from_this<Lifecycle> {
 public:
  using CallbackReturn = LifecycleNode::CallbackReturn;
  using Callback = std::function<CallbackReturn(const State&)>;

  Lifecycle(LifecycleNode& node, const Logger& logger);
  ~Lifecycle();

  /// Makes the services and the topic. Throws exceptions::Error.
  void open_topics(Node& node);
  /// The node goes.
  void leave();

  StateId state() const { return machine_.state(); }
  /// By a caller that keeps the node alive. ERROR if it is refused, which is logged.
  CallbackReturn change(const Asked& asked);
  /// By a service, which does not know whether there is a node.
  CallbackReturn change_from_afar(const Asked& asked);

  /// For the state in which it runs. False for an empty one.
  bool register_callback(StateId state, Callback callback);
  void add(std::weak_ptr<ManagedEntityInterface> entity);
  void activate();
  void deactivate();

 private:
  /// False if there is no node any more. `alive` stays empty for a node that no shared_ptr owns.
  bool hold_node(std::shared_ptr<LifecycleNode>& alive) const;
  CallbackReturn call(StateId state, const State& previous);
  CallbackReturn call_unguarded(StateId state, const State& previous);
  /// A transition that goes wrong may leave entities behind that are activated.
  void deactivate_unless(StateId next);
  StateId end(Trigger result);
  std::vector<std::shared_ptr<ManagedEntityInterface>> entities();

  LifecycleNode& callbacks_;  // as long as there is a node
  const Logger logger_;
  StateMachine machine_;
  std::unique_ptr<LifecycleTopics> topics_;

  mutable std::mutex mutex_;  // covers what follows
  LifecycleNode* node_;
  std::map<StateId, std::shared_ptr<const Callback>> registered_;
  std::vector<std::weak_ptr<ManagedEntityInterface>> entities_;
  bool entities_are_active_ = false;  // activated, and not deactivated since
};

}  // namespace baton::lifecycle
