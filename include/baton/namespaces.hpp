// SPDX-License-Identifier: Apache-2.0
// Two namespaces that see each other.
#pragma once

#include <baton/language.hpp>

/// The client library: what ROS 2 gives a node, under ROS 2's own names, so that forward
/// declarations and specialisations which packages write into this namespace are those of the
/// library.
namespace rclcpp {}

/// Messages, transports and the network, which the client library stands on. `baton::Node` is
/// `rclcpp::Node`.
namespace baton {
using namespace rclcpp;
}  // namespace baton

namespace rclcpp {
using namespace baton;
}  // namespace rclcpp
