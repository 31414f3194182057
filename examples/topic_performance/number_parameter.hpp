// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <rclcpp/rclcpp.hpp>

namespace topic_performance {

/// Declares a parameter of whole numbers; one outside of the range is refused when it is set.
inline std::int64_t declare_number(rclcpp::Node& node, const std::string& name,
                                   std::int64_t fallback, std::int64_t least, std::int64_t most) {
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.read_only = true;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = least;
  descriptor.integer_range[0].to_value = most;
  descriptor.integer_range[0].step = 1;
  return node.declare_parameter(name, fallback, descriptor);
}

}  // namespace topic_performance
