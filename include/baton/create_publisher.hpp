// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <baton/adapted_publisher.hpp>
#include <baton/node_interfaces/get_node_interfaces.hpp>
#include <baton/publisher.hpp>

namespace baton {

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

}  // namespace baton
