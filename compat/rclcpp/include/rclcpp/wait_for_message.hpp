// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <baton/node.hpp>
#include <baton/wait_set.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/node.hpp>
#include <rclcpp/wait_set.hpp>

namespace rclcpp {

/// Blocks until the subscription has a message, and takes it. False when the time was over
/// (negative: never) or the context was shut down. No executor may have the subscription.
template <class M, class Rep = std::int64_t, class Period = std::milli>
bool wait_for_message(
    M& out, std::shared_ptr<Subscription<M>> subscription, std::shared_ptr<Context> context,
    std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1)) {
  WaitSet wait_set(*context);
  wait_set.add_subscription(subscription);
  if (wait_set.wait(time_to_wait).kind() != WaitResultKind::Ready) return false;
  MessageInfo info;
  return context->is_valid() && subscription->take(out, info);
}

/// Like wait_for_message() above, for a topic. Throws std::invalid_argument for a null pointer.
template <class M, class Rep = std::int64_t, class Period = std::milli>
bool wait_for_message(
    M& out, Node::SharedPtr node, const std::string& topic,
    std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1),
    const QoS& qos = SystemDefaultsQoS()) {
  SubscriptionOptions options;
  options.callback_group = node_interfaces::detail::require_node(node)->create_callback_group(
      CallbackGroupType::MutuallyExclusive, false);
  return wait_for_message(out,
                          node->create_subscription<M>(
                              topic, qos, [](const M&) {}, options),
                          node->get_node_base_interface()->get_context(), time_to_wait);
}

}  // namespace rclcpp
