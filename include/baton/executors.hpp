// SPDX-License-Identifier: Apache-2.0
// All executors, and spinning a node with one.
#pragma once

#include <chrono>
#include <memory>

#include <baton/executors/events_executor.hpp>
#include <baton/executors/multi_threaded_executor.hpp>
#include <baton/executors/single_threaded_executor.hpp>
#include <baton/executors/static_single_threaded_executor.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/require_node.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Spins until the node's context is shut down. This and the next functions throw
/// std::invalid_argument for a null pointer.
BATON_PUBLIC void spin(node_interfaces::NodeBaseInterface::SharedPtr node);
BATON_PUBLIC void spin(const std::shared_ptr<Node>& node);
BATON_PUBLIC void spin_some(node_interfaces::NodeBaseInterface::SharedPtr node);
BATON_PUBLIC void spin_some(const std::shared_ptr<Node>& node);
BATON_PUBLIC void spin_all(node_interfaces::NodeBaseInterface::SharedPtr node,
                           std::chrono::nanoseconds max_duration);
BATON_PUBLIC void spin_all(const std::shared_ptr<Node>& node,
                           std::chrono::nanoseconds max_duration);

namespace detail {
BATON_PUBLIC node_interfaces::NodeBaseInterface::SharedPtr node_base_of(
    const std::shared_ptr<Node>& node);
BATON_PUBLIC ExecutorOptions options_for(const node_interfaces::NodeBaseInterface& node);
}  // namespace detail

namespace executors {

using baton::FutureReturnCode;

template <class Future, class Rep = std::int64_t, class Period = std::milli>
FutureReturnCode spin_node_until_future_complete(
    Executor& executor, node_interfaces::NodeBaseInterface::SharedPtr node, const Future& future,
    std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
  executor.add_node(node);
  FutureReturnCode code{};
  try {
    code = executor.spin_until_future_complete(future, timeout);
  } catch (...) {
    // Throw the callback's own exception, even if the callback has also removed the node.
    if (node->get_associated_with_executor_atomic()) executor.remove_node(node);
    throw;
  }
  executor.remove_node(node);
  return code;
}

template <class Future, class Rep = std::int64_t, class Period = std::milli>
FutureReturnCode spin_node_until_future_complete(
    Executor& executor, const std::shared_ptr<Node>& node, const Future& future,
    std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
  return spin_node_until_future_complete(executor, detail::node_base_of(node), future, timeout);
}

}  // namespace executors

template <class Future, class Rep = std::int64_t, class Period = std::milli>
FutureReturnCode spin_until_future_complete(
    node_interfaces::NodeBaseInterface::SharedPtr node, const Future& future,
    std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
  executors::SingleThreadedExecutor executor(
      detail::options_for(*node_interfaces::detail::require_node(node)));
  return executors::spin_node_until_future_complete(executor, node, future, timeout);
}

template <class NodeT, class Future, class Rep = std::int64_t, class Period = std::milli>
FutureReturnCode spin_until_future_complete(
    const std::shared_ptr<NodeT>& node, const Future& future,
    std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
  return spin_until_future_complete(
      node_interfaces::detail::require_node(node)->get_node_base_interface(), future, timeout);
}

}  // namespace rclcpp
