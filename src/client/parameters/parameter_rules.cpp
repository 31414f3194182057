// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/parameter_rules.hpp"

#include <fmt/format.h>

#include "client/parameters/ranges.hpp"

namespace baton::client {
namespace {

constexpr std::string_view wrong_type = "Wrong parameter type";

}  // namespace

rcl_interfaces::msg::SetParametersResult accept() {
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  return result;
}

rcl_interfaces::msg::SetParametersResult refuse(const std::string& reason) {
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = false;
  result.reason = reason;
  return result;
}

rcl_interfaces::msg::SetParametersResult check_value(
    const rcl_interfaces::msg::ParameterDescriptor& descriptor, const Parameter& parameter) {
  const auto declared = static_cast<ParameterType>(descriptor.type);
  if (!descriptor.dynamic_typing && declared != parameter.get_type()) {
    return refuse(fmt::format(
        "{}, parameter {{{}}} is of type {{{}}}, setting it to {{{}}} is not allowed.", wrong_type,
        parameter.get_name(), to_string(declared), parameter.get_type_name()));
  }
  return check_ranges(descriptor, parameter.get_parameter_value());
}

bool is_type_reason(std::string_view reason) { return reason.starts_with(wrong_type); }

}  // namespace baton::client
