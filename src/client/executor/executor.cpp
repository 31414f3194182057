// SPDX-License-Identifier: Apache-2.0
#include <baton/executor.hpp>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <baton/exceptions.hpp>
#include <baton/executors.hpp>
#include <baton/logging.hpp>
#include <baton/node.hpp>
#include <baton/subscription.hpp>

#include "base/clock.hpp"
#include "base/short_slice.hpp"
#include "client/context/context_state.hpp"
#include "client/executor/dispatcher.hpp"
#include "client/executor/group_state.hpp"
#include "client/executor/guessing_loop.hpp"
#include "client/executor/wait_time.hpp"
#include "client/node/node_state.hpp"
#include "client/time/checked_arithmetic.hpp"

namespace rclcpp {
namespace {

using node_interfaces::NodeBaseInterface;
using node_interfaces::detail::require_node;

std::shared_ptr<client::ContextState> state_of(const ExecutorOptions& options) {
  if (options.memory_strategy) {
    RCLCPP_WARN_ONCE(get_logger("rclcpp"),
                     "an executor was given a memory strategy, which is not used: nothing is "
                     "collected anew for each wait here");
  }
  if (!options.context)
    throw exceptions::Error("an executor needs a context: it is a null pointer");
  return options.context->state();
}

/// Those that are alive. Each may be the last reference by now, and what it destroys may call the
/// executor: it is to go when the mutex is free again.
template <class T>
std::vector<std::shared_ptr<T>> alive(const std::vector<std::weak_ptr<T>>& entries) {
  std::vector<std::shared_ptr<T>> found;
  for (const auto& entry : entries) {
    if (auto one = entry.lock()) found.push_back(std::move(one));
  }
  return found;
}

template <class T>
void forget_dead(std::vector<std::weak_ptr<T>>& entries) {
  std::erase_if(entries, [](const auto& entry) { return entry.expired(); });
}

/// `gone` is held by the caller.
template <class T>
void forget(std::vector<std::weak_ptr<T>>& entries, const std::shared_ptr<T>& gone) {
  std::erase_if(entries, [&](const auto& entry) {
    return entry.expired() || (!entry.owner_before(gone) && !gone.owner_before(entry));
  });
}

/// The executor has the node while `spin` runs, whatever a callback throws.
template <class Spin>
void spin_with(Executor& executor, const NodeBaseInterface::SharedPtr& node, Spin&& spin) {
  executor.add_node(node);
  try {
    spin();
  } catch (...) {
    try {
      executor.remove_node(node);
    } catch (const std::runtime_error&) {
      // A callback has removed it already: what the caller has to hear of is the first exception.
    }
    throw;
  }
  executor.remove_node(node);
}

}  // namespace

Executor::Spinning::Spinning(Executor& executor, const char* what) : executor_(executor) {
  executor_.dispatcher_->require_own_process();
  // [spin/next] the next spin
  if (executor_.spinning_.exchange(true, std::memory_order_acquire)) {
    throw std::runtime_error(std::string(what) + " called while already spinning");
  }
}

/// The caller may end the process now.
Executor::Spinning::~Spinning() {
  executor_.dispatcher_->wait_for_shutdown();
  executor_.dispatcher_->forget_cancel();
  executor_.spinning_.store(false, std::memory_order_release);  // [spin/next] the spin that ends
}

Executor::Executor(const ExecutorOptions& options)
    : dispatcher_(std::make_shared<client::Dispatcher>(state_of(options), options.spin.count())),
      loop_(std::make_unique<client::GuessingLoop>(*dispatcher_)),
      short_slices_(options.short_slices) {}

Executor::~Executor() {
  // Without the mutex: no other thread may use it any more, and what goes here may be told of it.
  for (const auto& node : alive(nodes_)) node->state()->leave(*dispatcher_);
  for (const auto& group : alive(groups_)) group->state()->leave(*dispatcher_);
  if (nodeless_) nodeless_->state()->leave(*dispatcher_);
}

void Executor::add_node(NodeBaseInterface::SharedPtr node, bool) {
  if (!require_node(node)->state()->join(dispatcher_)) {
    throw std::runtime_error(std::string("Node '") + node->get_fully_qualified_name() +
                             "' has already been added to an executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead(nodes_);
  nodes_.push_back(node);
}

void Executor::add_node(const std::shared_ptr<Node>& node, bool notify) {
  add_node(require_node(node)->get_node_base_interface(), notify);
}

void Executor::remove_node(NodeBaseInterface::SharedPtr node, bool) {
  if (!require_node(node)->state()->leave(*dispatcher_)) {
    const bool elsewhere =
        node->get_associated_with_executor_atomic().load(std::memory_order_relaxed);
    throw std::runtime_error(std::string("Node '") + node->get_fully_qualified_name() +
                             "' needs to be associated with " + (elsewhere ? "this" : "an") +
                             " executor.");
  }
  std::vector<CallbackGroup::SharedPtr> by_hand;
  {
    const std::lock_guard lock(mutex_);
    forget(nodes_, node);
    by_hand = alive(groups_);
  }
  // Groups that were added by hand left with their node: they stay.
  for (const auto& group : by_hand) group->state()->join(dispatcher_);
}

void Executor::remove_node(const std::shared_ptr<Node>& node, bool notify) {
  remove_node(require_node(node)->get_node_base_interface(), notify);
}

void Executor::add_callback_group(CallbackGroup::SharedPtr group, NodeBaseInterface::SharedPtr,
                                  bool) {
  if (!group->state()->join(dispatcher_)) {
    const bool here = group->state()->dispatcher() == dispatcher_;
    throw std::runtime_error(std::string("Callback group has already been added to ") +
                             (here ? "this" : "an") + " executor.");
  }
  const std::lock_guard lock(mutex_);
  forget_dead(groups_);
  groups_.push_back(group);
}

void Executor::remove_callback_group(CallbackGroup::SharedPtr group, bool) {
  if (!group->state()->leave(*dispatcher_)) {
    throw std::runtime_error("Callback group needs to be associated with this executor.");
  }
  const std::lock_guard lock(mutex_);
  forget(groups_, group);
}

std::vector<CallbackGroup::WeakPtr> Executor::get_manually_added_callback_groups() {
  const std::lock_guard lock(mutex_);
  forget_dead(groups_);
  return groups_;
}

std::vector<CallbackGroup::WeakPtr> Executor::get_automatically_added_callback_groups_from_nodes() {
  std::vector<NodeBaseInterface::SharedPtr> nodes;
  std::vector<CallbackGroup::SharedPtr> by_hand;
  {
    const std::lock_guard lock(mutex_);
    nodes = alive(nodes_);
    by_hand = alive(groups_);
  }
  const auto came_with_node = [&](const CallbackGroup::SharedPtr& group) {
    return group->state()->dispatcher() == dispatcher_ &&
           std::find(by_hand.begin(), by_hand.end(), group) == by_hand.end();
  };
  std::vector<CallbackGroup::WeakPtr> found;
  for (const auto& node : nodes) {
    for (const auto& group : node->state()->groups()) {
      if (came_with_node(group)) found.push_back(group);
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
  CallbackGroup::SharedPtr group;
  {
    const std::lock_guard lock(mutex_);
    if (!nodeless_) {
      nodeless_ = std::make_shared<CallbackGroup>(CallbackGroupType::MutuallyExclusive, false);
      nodeless_->state()->join(dispatcher_);
    }
    group = nodeless_;
  }
  group->state()->add(subscription);
}

void Executor::remove_subscription(const SubscriptionBase::SharedPtr& subscription) {
  dispatcher_->require_own_process();
  CallbackGroup::SharedPtr group;
  {
    const std::lock_guard lock(mutex_);
    group = nodeless_;
  }
  if (group) group->state()->remove(*subscription);
}

[[gnu::hot]] void Executor::spin() {
  const Spinning spinning(*this, "spin()");
  dispatcher_->tell_unused_arguments();
  const base::ShortSlice slice(short_slices_);
  loop_->spin();
}

bool Executor::spin_once(std::chrono::nanoseconds timeout) {
  const Spinning spinning(*this, "spin_once()");
  return loop_->run_one(client::wait_time_ns(timeout));
}

void Executor::spin_some(std::chrono::nanoseconds max_duration) {
  const Spinning spinning(*this, "spin_some()");
  dispatcher_->tell_unused_arguments();
  const std::int64_t end_ns = client::saturated_sum(base::monotonic_ns(), max_duration.count());
  loop_->find_ready();
  while (dispatcher_->running() && loop_->run_found()) {
    if (max_duration.count() > 0 && base::monotonic_ns() >= end_ns) return;
  }
}

void Executor::spin_all(std::chrono::nanoseconds max_duration) {
  if (max_duration.count() < 0) {
    throw std::invalid_argument("max_duration must be greater than or equal to 0");
  }
  const Spinning spinning(*this, "spin_all()");
  const std::int64_t end_ns = client::saturated_sum(base::monotonic_ns(), max_duration.count());
  while (dispatcher_->running()) {
    if (!loop_->run_found() && !loop_->find_ready()) return;
    if (max_duration.count() > 0 && base::monotonic_ns() >= end_ns) return;
  }
}

void Executor::spin_node_some(NodeBaseInterface::SharedPtr node) {
  spin_with(*this, node, [&] { spin_some(); });
}

void Executor::spin_node_some(const std::shared_ptr<Node>& node) {
  spin_node_some(require_node(node)->get_node_base_interface());
}

void Executor::spin_node_all(NodeBaseInterface::SharedPtr node,
                             std::chrono::nanoseconds max_duration) {
  spin_with(*this, node, [&] { spin_all(max_duration); });
}

void Executor::spin_node_all(const std::shared_ptr<Node>& node,
                             std::chrono::nanoseconds max_duration) {
  spin_node_all(require_node(node)->get_node_base_interface(), max_duration);
}

void Executor::spin_node_once(NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout) {
  spin_with(*this, node, [&] { spin_once(timeout); });
}

void Executor::spin_node_once(const std::shared_ptr<Node>& node, std::chrono::nanoseconds timeout) {
  spin_node_once(require_node(node)->get_node_base_interface(), timeout);
}

FutureReturnCode Executor::spin_until(const std::function<bool()>& done,
                                      std::chrono::nanoseconds timeout) {
  if (done()) return FutureReturnCode::SUCCESS;
  const Spinning spinning(*this, "spin_until_future_complete()");
  // A cancel() before was meant for a loop that had ended by itself: this future is another one.
  dispatcher_->forget_cancel();
  const bool forever = timeout.count() < 0;
  const std::int64_t end_ns =
      forever ? 0 : client::saturated_sum(base::monotonic_ns(), timeout.count());
  while (dispatcher_->running()) {
    // Bounded: another thread may complete the future, which does not wake this one.
    constexpr std::int64_t longest_wait_ns = 10'000'000;
    const std::int64_t left_ns = forever ? longest_wait_ns : end_ns - base::monotonic_ns();
    if (left_ns > 0 || timeout.count() == 0) {
      loop_->run_one(std::max<std::int64_t>(0, std::min(left_ns, longest_wait_ns)));
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
    case FutureReturnCode::SUCCESS:
      return "SUCCESS" + number;
    case FutureReturnCode::INTERRUPTED:
      return "INTERRUPTED" + number;
    case FutureReturnCode::TIMEOUT:
      return "TIMEOUT" + number;
  }
  return "Unknown enum value" + number;
}

std::ostream& operator<<(std::ostream& os, const FutureReturnCode& code) {
  return os << to_string(code);
}

}  // namespace rclcpp
