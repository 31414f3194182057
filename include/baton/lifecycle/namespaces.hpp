// SPDX-License-Identifier: Apache-2.0
// Two namespaces that see each other, as <baton/namespaces.hpp> has them.
#pragma once

#include <baton/namespaces.hpp>

/// Lifecycle nodes under ROS 2's own names, so that a package's forward declaration in this
/// namespace is that of the library's class.
namespace rclcpp_lifecycle {
using namespace rclcpp;
}  // namespace rclcpp_lifecycle

/// What lifecycle nodes stand on. `baton::lifecycle::State` is `rclcpp_lifecycle::State`.
namespace baton::lifecycle {
using namespace ::rclcpp_lifecycle;
}  // namespace baton::lifecycle

namespace rclcpp_lifecycle {
using namespace ::baton::lifecycle;
}  // namespace rclcpp_lifecycle
