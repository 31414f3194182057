// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <baton/adapted_subscription.hpp>
#include <baton/memory_strategy.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_topics_interface.hpp>
#include <baton/subscription.hpp>
#include <baton/topic_statistics.hpp>

namespace rclcpp {

namespace node_interfaces {
class NodeParametersInterface;
}

/// Makes a subscription of a node (a Node, a pointer to one, or anything with
/// get_node_topics_interface()), or of a Context. The callback takes the message as `const M&`,
/// `std::unique_ptr<M>`, `std::shared_ptr<const M>`, `std::shared_ptr<M>`, `Sample<M>` or
/// SerializedMessage, and optionally a `const MessageInfo&` behind it. A `shared_ptr<const M>`, a
/// Sample and a `const M&` cost no copy. The executor of the callback group calls the callback.
/// Throws exceptions::Error and exceptions::InvalidTopicNameError.
template <class M, class F, class Allocator = std::allocator<void>,
          class SubscriptionT = Subscription<M, Allocator>,
          class MemoryStrategy = typename SubscriptionT::MessageMemoryStrategyType, class Home>
std::shared_ptr<SubscriptionT> create_subscription(
    Home&& home, const std::string& topic, const QoS& qos, F&& callback,
    const SubscriptionOptionsBase& options = {},
    const std::shared_ptr<message_memory_strategy::AnyMessageMemoryStrategy>& = nullptr) {
  auto adapted = detail::adapt_callback_for<M>(std::forward<F>(callback));
  if constexpr (std::is_base_of_v<Context, std::decay_t<Home>>) {
    return std::make_shared<SubscriptionT>(EndpointHome(home), topic, qos, std::move(adapted),
                                           options);
  } else {
    const auto node = node_interfaces::get_node_base_interface(home);
    if (auto statistics = detail::topic_statistics_of(options, node)) {
      adapted = detail::measured(std::move(adapted), std::move(statistics));
    }
    auto made = std::make_shared<SubscriptionT>(EndpointHome(*node), topic, qos, std::move(adapted),
                                                options);
    node->add_to_group(made, options.callback_group);
    return made;
  }
}

/// Makes a subscription of a node's parts. Overrides of its QoS are parameters of the node of
/// `node_topics`.
template <class M, class F, class Allocator = std::allocator<void>,
          class SubscriptionT = Subscription<M, Allocator>,
          class MemoryStrategy = typename SubscriptionT::MessageMemoryStrategyType>
std::shared_ptr<SubscriptionT> create_subscription(
    const std::shared_ptr<node_interfaces::NodeParametersInterface>& /* node_parameters */,
    const std::shared_ptr<node_interfaces::NodeTopicsInterface>& node_topics,
    const std::string& topic, const QoS& qos, F&& callback,
    const SubscriptionOptionsBase& options = {},
    const std::shared_ptr<message_memory_strategy::AnyMessageMemoryStrategy>& = nullptr) {
  return create_subscription<M, F, Allocator, SubscriptionT>(
      node_interfaces::detail::require_node(node_topics), topic, qos, std::forward<F>(callback),
      options);
}

/// Makes a subscription without a callback and without an executor: messages are taken with take().
/// Not in rclcpp.
template <class M>
typename Subscription<M>::SharedPtr create_subscription(
    const Context& context, const std::string& topic, const QoS& qos,
    const SubscriptionOptionsBase& options = {}) {
  return std::make_shared<Subscription<M>>(
      EndpointHome(context), topic, qos, [](const Sample<M>&) {}, options);
}

}  // namespace rclcpp
