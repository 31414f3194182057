// SPDX-License-Identifier: Apache-2.0
#include <baton/executor.hpp>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <baton/exceptions.hpp>
#include <baton/executors.hpp>
#include <baton/node.hpp>
#include <baton/subscription.hpp>

#include "base/clock.hpp"
#include "client/context/context_state.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/executor/group_state.hpp"
#include "client/node/node_state.hpp"

namespace baton {
namespace {

using node_interfaces::NodeBaseInterface;

std::shared_ptr<client::ContextState> state_of(const ExecutorOptions& options) {
  if (!options.context) throw exceptions::Error("an executor needs a context: it is a null pointer");
  return options.context->state();
}

template <class T>
void forget_dead_and(std::vector<std::weak_ptr<T>>& entries, const T* gone) {
  std::erase_if(entries, [&](const auto& entry) {
    const auto alive = entry.lock();
    return !alive || alive.get() == gone;
  });
}

}  // namespace

Executor::Spinning::Spinning(Executor& executor) : executor_(executor) {
  executor_.dispatcher_->require_own_process();
  if (executor_.spinning_.exchange(true)) {
    throw std::runtime_error("spin() called while already spinning: a callback or another thread "
                             "spins this executor; use another one");
  }
}

Executor::Spinning::~Spinning() {
  executor_.dispatcher_->forget_cancel();
  executor_.spinning_.store(false);
}

Executor::Executor(const ExecutorOptions& options)
    : dispatcher_(std::make_shared<client::Dispatcher>(state_of(options), options.spin.count())) {}

Executor::~Executor() {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : nodes_) {
    if (const auto node = entry.lock()) node->state()->leave(*dispatcher_);
  }
  for (const auto& entry : groups_) {
    if (const auto group = entry.lock()) group->state()->leave(*dispatcher_);
  }
  if (nodeless_) nodeless_->state()->leave(*dispatcher_);
}

void Executor::add_node(NodeBaseInterface::SharedPtr node, bool) {
  if (!node->state()->join(dispatcher_)) {
    throw std::runtime_error(std::string("Node '") + node->get_fully_qualified_name() +
                             "' has already been added to an executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead_and<NodeBaseInterface>(nodes_, nullptr);
  nodes_.push_back(node);
}

void Executor::add_node(const std::shared_ptr<Node>& node, bool notify) {
  add_node(node->get_node_base_interface(), notify);
}

void Executor::remove_node(NodeBaseInterface::SharedPtr node, bool) {
  if (!node->state()->leave(*dispatcher_)) {
    throw std::runtime_error(std::string("Node '") + node->get_fully_qualified_name() +
                             "' needs to be associated with this executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead_and(nodes_, node.get());
}

void Executor::remove_node(const std::shared_ptr<Node>& node, bool notify) {
  remove_node(node->get_node_base_interface(), notify);
}

void Executor::add_callback_group(CallbackGroup::SharedPtr group, NodeBaseInterface::SharedPtr,
                                  bool) {
  if (!group->state()->join(dispatcher_)) {
    throw std::runtime_error("Callback group has already been added to an executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead_and<CallbackGroup>(groups_, nullptr);
  groups_.push_back(group);
}

void Executor::remove_callback_group(CallbackGroup::SharedPtr group, bool) {
  if (!group->state()->leave(*dispatcher_)) {
    throw std::runtime_error("Callback group needs to be associated with this executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead_and(groups_, group.get());
}

std::vector<CallbackGroup::WeakPtr> Executor::get_manually_added_callback_groups() {
  const std::lock_guard lock(mutex_);
  forget_dead_and<CallbackGroup>(groups_, nullptr);
  return groups_;
}

std::vector<CallbackGroup::WeakPtr> Executor::get_automatically_added_callback_groups_from_nodes() {
  const std::lock_guard lock(mutex_);
  std::vector<CallbackGroup::WeakPtr> found;
  for (const auto& entry : nodes_) {
    const auto node = entry.lock();
    if (!node) continue;
    for (const auto& group : node->state()->groups()) {
      if (group->automatically_add_to_executor_with_node()) found.push_back(group);
    }
  }
  return found;
}

std::vector<CallbackGroup::WeakPtr> Executor::get_all_callback_groups() {
  auto all = get_manually_added_callback_groups();
  const auto more = get_automatically_added_callback_groups_from_nodes();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

void Executor::add_subscription(const SubscriptionBase::SharedPtr& subscription) {
  dispatcher_->require_own_process();
  const std::lock_guard lock(mutex_);
  if (!nodeless_) {
    nodeless_ = std::make_shared<CallbackGroup>(CallbackGroupType::MutuallyExclusive, false);
    nodeless_->state()->join(dispatcher_);
  }
  nodeless_->state()->add(subscription);
}

void Executor::remove_subscription(const SubscriptionBase::SharedPtr& subscription) {
  dispatcher_->require_own_process();
  const std::lock_guard lock(mutex_);
  if (nodeless_) nodeless_->state()->remove(*subscription);
}

void Executor::spin() {
  const Spinning spinning(*this);
  while (dispatcher_->running()) dispatcher_->run_one(transport::wait_forever);
}

bool Executor::spin_once(std::chrono::nanoseconds timeout) {
  const Spinning spinning(*this);
  return dispatcher_->run_one(timeout.count() < 0 ? transport::wait_forever : timeout.count());
}

void Executor::spin_some(std::chrono::nanoseconds max_duration) {
  const Spinning spinning(*this);
  const std::int64_t end_ns = base::monotonic_ns() + max_duration.count();
  dispatcher_->find_ready();
  while (dispatcher_->running() && dispatcher_->run_found()) {
    if (max_duration.count() > 0 && base::monotonic_ns() >= end_ns) return;
  }
}

void Executor::spin_all(std::chrono::nanoseconds max_duration) {
  if (max_duration.count() < 0) {
    throw std::invalid_argument("max_duration must be greater than or equal to 0");
  }
  const Spinning spinning(*this);
  const std::int64_t end_ns = base::monotonic_ns() + max_duration.count();
  while (dispatcher_->running()) {
    if (!dispatcher_->run_found() && !dispatcher_->find_ready()) return;
    if (max_duration.count() > 0 && base::monotonic_ns() >= end_ns) return;
  }
}

void Executor::spin_node_some(NodeBaseInterface::SharedPtr node) {
  add_node(node);
  spin_some();
  remove_node(node);
}

void Executor::spin_node_some(const std::shared_ptr<Node>& node) {
  spin_node_some(node->get_node_base_interface());
}

void Executor::spin_node_once(NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout) {
  add_node(node);
  spin_once(timeout);
  remove_node(node);
}

void Executor::spin_node_once(const std::shared_ptr<Node>& node, std::chrono::nanoseconds timeout) {
  spin_node_once(node->get_node_base_interface(), timeout);
}

FutureReturnCode Executor::spin_until(const std::function<bool()>& done,
                                      std::chrono::nanoseconds timeout) {
  if (done()) return FutureReturnCode::SUCCESS;
  const Spinning spinning(*this);
  const bool forever = timeout.count() < 0;
  const std::int64_t end_ns = forever ? 0 : base::monotonic_ns() + timeout.count();
  while (dispatcher_->running()) {
    // Bounded: another thread may complete the future, which wakes nobody here.
    constexpr std::int64_t longest_wait_ns = 10'000'000;
    const std::int64_t left_ns = forever ? longest_wait_ns : end_ns - base::monotonic_ns();
    if (left_ns > 0 || timeout.count() == 0) {
      dispatcher_->run_one(std::max<std::int64_t>(0, std::min(left_ns, longest_wait_ns)));
    }
    if (done()) return FutureReturnCode::SUCCESS;
    if (!forever && base::monotonic_ns() >= end_ns) return FutureReturnCode::TIMEOUT;
  }
  return FutureReturnCode::INTERRUPTED;
}

void Executor::cancel() { dispatcher_->cancel(); }

ExecutorCounters Executor::get_counters() const { return dispatcher_->counters(); }

std::string to_string(const FutureReturnCode& code) {
  const std::string number = " (" + std::to_string(static_cast<int>(code)) + ")";
  switch (code) {
    case FutureReturnCode::SUCCESS: return "SUCCESS" + number;
    case FutureReturnCode::INTERRUPTED: return "INTERRUPTED" + number;
    case FutureReturnCode::TIMEOUT: return "TIMEOUT" + number;
  }
  return "Unknown enum value" + number;
}

std::ostream& operator<<(std::ostream& os, const FutureReturnCode& code) {
  return os << to_string(code);
}

}  // namespace baton
