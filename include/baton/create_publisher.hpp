// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <baton/adapted_publisher.hpp>
#include <baton/namespaces.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/node_interfaces/node_topics_interface.hpp>
#include <baton/publisher.hpp>

namespace rclcpp {

namespace node_interfaces {
class NodeParametersInterface;
}

/// Makes a publisher of a node (a Node, a pointer to one, or anything with
/// get_node_topics_interface()), or of a Context. Throws exceptions::Error and
/// exceptions::InvalidTopicNameError.
template <class M, class Allocator = std::allocator<void>,
          class PublisherT = Publisher<M, Allocator>, class Home>
std::shared_ptr<PublisherT> create_publisher(Home&& home, const std::string& topic, const QoS& qos,
                                             const PublisherOptionsBase& options = {}) {
  if constexpr (std::is_base_of_v<Context, std::decay_t<Home>>) {
    return std::make_shared<PublisherT>(EndpointHome(home), topic, qos, options);
  } else {
    const auto node = node_interfaces::get_node_base_interface(home);
    return std::make_shared<PublisherT>(EndpointHome(*node), topic, qos, options);
  }
}

/// Makes a publisher of a node's parts. Overrides of its QoS are parameters of the node of
/// `node_topics`.
template <class M, class Allocator = std::allocator<void>,
          class PublisherT = Publisher<M, Allocator>>
std::shared_ptr<PublisherT> create_publisher(
    const std::shared_ptr<node_interfaces::NodeParametersInterface>& /* node_parameters */,
    const std::shared_ptr<node_interfaces::NodeTopicsInterface>& node_topics,
    const std::string& topic, const QoS& qos, const PublisherOptionsBase& options = {}) {
  return create_publisher<M, Allocator, PublisherT>(
      node_interfaces::detail::require_node(node_topics), topic, qos, options);
}

}  // namespace rclcpp
