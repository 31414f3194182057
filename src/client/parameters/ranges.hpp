// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/parameter_value.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

namespace baton::client {

/// Whether an integer or double lies in its range of the descriptor, and on a step counted from the
/// range's begin; both ends always do, and step 0 means no steps. A double may miss a step or an
/// end by 100 units in the last place; infinite values and those that are not a number lie in no
/// range that does not name them. Values of other types, and those without a range of their type,
/// are successful.
rcl_interfaces::msg::SetParametersResult check_ranges(
    const rcl_interfaces::msg::ParameterDescriptor& descriptor, const ParameterValue& value);

}  // namespace baton::client
