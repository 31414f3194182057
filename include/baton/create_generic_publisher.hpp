// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <baton/generic_publisher.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>

namespace rclcpp {

/// Makes a publisher of serialized messages, of a node (a Node, a pointer to one, or its
/// NodeTopicsInterface), or of a Context. `topic_type` is "sensor_msgs/msg/Image". Throws
/// std::runtime_error when the type is not found, exceptions::Error and
/// exceptions::InvalidTopicNameError.
template <class Home>
std::shared_ptr<GenericPublisher> create_generic_publisher(
    Home&& home, const std::string& topic_name, const std::string& topic_type, const QoS& qos,
    const PublisherOptionsBase& options = {}) {
  if constexpr (std::is_base_of_v<Context, std::decay_t<Home>>) {
    return std::make_shared<GenericPublisher>(EndpointHome(home), topic_name, topic_type, qos,
                                              options);
  } else {
    const auto node = node_interfaces::get_node_base_interface(home);
    return std::make_shared<GenericPublisher>(EndpointHome(*node), topic_name, topic_type, qos,
                                              options);
  }
}

}  // namespace rclcpp
