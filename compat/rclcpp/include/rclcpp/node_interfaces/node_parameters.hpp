// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/node_interfaces/node_parameters_interface.hpp>

namespace rclcpp::node_interfaces {

/// There is one implementation of the part, which nodes make.
using NodeParameters = NodeParametersInterface;

}  // namespace rclcpp::node_interfaces
