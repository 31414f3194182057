// SPDX-License-Identifier: Apache-2.0
// What a descriptor says about values. Reasons begin with rclcpp's words, which users look for.
#pragma once

#include <string>
#include <string_view>

#include <baton/parameter.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

namespace baton::client {

rcl_interfaces::msg::SetParametersResult accept();
rcl_interfaces::msg::SetParametersResult refuse(const std::string& reason);

/// Refuses a value of another type, or outside of the descriptor's ranges.
rcl_interfaces::msg::SetParametersResult check_value(
    const rcl_interfaces::msg::ParameterDescriptor& descriptor, const Parameter& parameter);
/// Whether check_value() gave this reason because of the type, and not because of the range.
bool is_type_reason(std::string_view reason);

}  // namespace baton::client
