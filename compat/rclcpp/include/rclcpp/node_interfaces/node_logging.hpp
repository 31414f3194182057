// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/node_interfaces/node_logging_interface.hpp>

namespace rclcpp::node_interfaces {

/// There is one implementation of the part, which nodes make.
using NodeLogging = NodeLoggingInterface;

}  // namespace rclcpp::node_interfaces
