// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <baton/namespaces.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>
#include <baton/parameter_value.hpp>
#include <baton/visibility.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>

namespace rclcpp {

/// Describes a declared parameter anew, as rclpy's Node.set_descriptor(), and returns its value.
/// The descriptor's name does not count, and with dynamic typing its type neither. A value that the
/// descriptor does not allow is replaced by `alternative`: callbacks are asked and told, as of any
/// change. Not in rclcpp. Thread safety: any thread, except from within a callback for parameters.
///
/// Throws exceptions::ParameterNotDeclaredException, ParameterImmutableException for a parameter
/// that is read-only now, and InvalidParameterValueException when neither value is allowed: then
/// nothing changes.
BATON_PUBLIC ParameterValue
set_descriptor(const node_interfaces::NodeBaseInterface& node, const std::string& name,
               const rcl_interfaces::msg::ParameterDescriptor& descriptor,
               const std::optional<ParameterValue>& alternative = std::nullopt);

}  // namespace rclcpp
