// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include <baton/callback_group.hpp>
#include <baton/executor_counters.hpp>
#include <baton/executor_options.hpp>
#include <baton/future_return_code.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class Dispatcher;
class GuessingLoop;
}  // namespace baton::client

namespace rclcpp {

class Node;
class SubscriptionBase;

/// Runs the callbacks of nodes, as in rclcpp. Each round runs one callback of everything that is
/// ready, timers first, so nothing starves; docs/executor.md says more.
///
/// ```cpp
/// baton::executors::MultiThreadedExecutor executor;  // or SingleThreadedExecutor
/// executor.add_node(node);
/// executor.spin();  // until Ctrl-C, or cancel() in any thread
/// ```
///
/// Nodes and groups are held weakly. What a callback throws comes out of spin. Callbacks may create
/// and destroy nodes and entities, and add and remove them. Thread safety: spinning by one thread
/// at a time (a second one throws std::runtime_error); the rest from any thread.
class BATON_PUBLIC Executor {
 public:
  using SharedPtr = std::shared_ptr<Executor>;
  using WeakPtr = std::weak_ptr<Executor>;
  using UniquePtr = std::unique_ptr<Executor>;

  /// Throws exceptions::Error when the context has 512 executors and wait sets already.
  explicit Executor(const ExecutorOptions& options = ExecutorOptions());
  virtual ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Adds the node's present and future groups, except groups that are added by themselves. Throws
  /// std::runtime_error if an executor has the node already.
  virtual void add_node(node_interfaces::NodeBaseInterface::SharedPtr node, bool notify = true);
  virtual void add_node(const std::shared_ptr<Node>& node, bool notify = true);
  virtual void remove_node(node_interfaces::NodeBaseInterface::SharedPtr node, bool notify = true);
  virtual void remove_node(const std::shared_ptr<Node>& node, bool notify = true);
  virtual void add_callback_group(CallbackGroup::SharedPtr group,
                                  node_interfaces::NodeBaseInterface::SharedPtr node,
                                  bool notify = true);
  virtual void remove_callback_group(CallbackGroup::SharedPtr group, bool notify = true);
  std::vector<CallbackGroup::WeakPtr> get_all_callback_groups();
  std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups();
  std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes();

  /// For a subscription that was made without a node.
  void add_subscription(const std::shared_ptr<SubscriptionBase>& subscription);
  void remove_subscription(const std::shared_ptr<SubscriptionBase>& subscription);

  /// Runs callbacks until cancel(), or until the context's shutdown is complete.
  virtual void spin();
  /// Waits for a callback (negative: for ever) and runs it. False when the time was over or the
  /// spin was cancelled.
  virtual bool spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Runs one callback of everything that is ready now. Begins none after `max_duration` (0: no
  /// end).
  virtual void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0));
  /// Runs callbacks until nothing is ready or `max_duration` is over (0: no end). Throws
  /// std::invalid_argument for a negative `max_duration`.
  virtual void spin_all(std::chrono::nanoseconds max_duration);
  /// Adds the node, spins, and removes the node.
  void spin_node_some(node_interfaces::NodeBaseInterface::SharedPtr node);
  void spin_node_some(const std::shared_ptr<Node>& node);
  void spin_node_all(node_interfaces::NodeBaseInterface::SharedPtr node,
                     std::chrono::nanoseconds max_duration);
  void spin_node_all(const std::shared_ptr<Node>& node, std::chrono::nanoseconds max_duration);
  void spin_node_once(node_interfaces::NodeBaseInterface::SharedPtr node,
                      std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  void spin_node_once(const std::shared_ptr<Node>& node,
                      std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));

  /// Spins until the future is ready, the time is over (negative: never) or the context is shut
  /// down.
  template <class Future, class Rep = std::int64_t, class Period = std::milli>
  FutureReturnCode spin_until_future_complete(
      const Future& future,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return spin_until(
        [&future] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
        std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

  /// Ends the current spin, or the next one, so that a thread that is about to spin is not missed;
  /// spin_until_future_complete() forgets what was cancelled before it. Async-signal-safe.
  virtual void cancel();
  // [spin/next] a look
  bool is_spinning() const { return spinning_.load(std::memory_order_acquire); }
  /// What it did so far. In the first 20 ms of a process it waits for the rest of them. Not in
  /// rclcpp.
  ExecutorCounters get_counters() const;

 protected:
  /// For subclasses, as in rclcpp: what spin_node_once() is made of.
  virtual void spin_node_once_nanoseconds(node_interfaces::NodeBaseInterface::SharedPtr node,
                                          std::chrono::nanoseconds timeout) {
    spin_node_once(std::move(node), timeout);
  }
  client::Dispatcher& dispatcher() const { return *dispatcher_; }
  bool wants_short_slices() const { return short_slices_; }
  /// While it lives, a thread spins.
  class Spinning {
   public:
    /// `what` was called, for the error that another thread spins already.
    explicit Spinning(Executor& executor, const char* what = "spin()");
    ~Spinning();

   private:
    Executor& executor_;
  };

 private:
  FutureReturnCode spin_until(const std::function<bool()>& done, std::chrono::nanoseconds timeout);

  std::shared_ptr<client::Dispatcher> dispatcher_;
  std::unique_ptr<client::GuessingLoop> loop_;
  const bool short_slices_;
  std::atomic<bool> spinning_{false};
  std::mutex mutex_;  // covers what follows
  std::vector<node_interfaces::NodeBaseInterface::WeakPtr> nodes_;
  std::vector<CallbackGroup::WeakPtr> groups_;
  CallbackGroup::SharedPtr nodeless_;  // group of the subscriptions without a node
};

}  // namespace rclcpp
