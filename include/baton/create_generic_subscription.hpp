// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <baton/generic_subscription.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>

namespace rclcpp {

/// Makes a subscription to serialized messages, of a node (a Node, a pointer to one, or its
/// NodeTopicsInterface), or of a Context. `topic_type` is "sensor_msgs/msg/Image". The callback
/// takes the message as `std::shared_ptr<SerializedMessage>`, `std::shared_ptr<const
/// SerializedMessage>`, `std::unique_ptr<SerializedMessage>` or `const SerializedMessage&`, and
/// optionally a `const MessageInfo&` behind it. Throws std::runtime_error when the type is not
/// found, exceptions::Error and exceptions::InvalidTopicNameError.
template <class Home, class F>
std::shared_ptr<GenericSubscription> create_generic_subscription(
    Home&& home, const std::string& topic_name, const std::string& topic_type, const QoS& qos,
    F&& callback, const SubscriptionOptionsBase& options = {}) {
  auto adapted = detail::adapt_generic_callback(std::forward<F>(callback));
  if constexpr (std::is_base_of_v<Context, std::decay_t<Home>>) {
    return std::make_shared<GenericSubscription>(EndpointHome(home), topic_name, topic_type, qos,
                                                 std::move(adapted), options);
  } else {
    const auto node = node_interfaces::get_node_base_interface(home);
    auto made = std::make_shared<GenericSubscription>(EndpointHome(*node), topic_name, topic_type,
                                                      qos, std::move(adapted), options);
    node->add_to_group(made, options.callback_group);
    return made;
  }
}

}  // namespace rclcpp
