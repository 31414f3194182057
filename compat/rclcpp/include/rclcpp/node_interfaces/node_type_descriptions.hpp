// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/node_interfaces/node_type_descriptions_interface.hpp>

namespace rclcpp::node_interfaces {

/// There is one implementation of the part, which nodes make.
using NodeTypeDescriptions = NodeTypeDescriptionsInterface;

}  // namespace rclcpp::node_interfaces
