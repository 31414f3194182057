// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rclcpp/logging.hpp>
#include <rclcpp/node.hpp>
#include <rclcpp/parameter.hpp>

namespace rclcpp {

/// Declares in `destination` each parameter of `source` that it does not have, with its value and
/// descriptor. Those that it has are set, if `override_existing_params`; what the destination
/// refuses is logged. Both are pointers to nodes of any class.
template <class Source, class Destination>
void copy_all_parameter_values(const Source& source, const Destination& destination,
                               bool override_existing_params = false) {
  const auto from = source->get_node_parameters_interface();
  const auto to = destination->get_node_parameters_interface();
  const auto names = from->list_parameters({}, 0).names;
  for (const std::string name : names) {
    const Parameter parameter = from->get_parameters({name}).at(0);
    if (!to->has_parameter(name)) {
      to->declare_parameter(name, parameter.get_parameter_value(),
                            from->describe_parameters({name}).at(0), false);
    } else if (override_existing_params) {
      const auto result = to->set_parameters_atomically({parameter});
      if (!result.successful) {
        RCLCPP_WARN(destination->get_node_logging_interface()->get_logger(),
                    "Unable to set parameter (%s): %s!", name.c_str(), result.reason.c_str());
      }
    }
  }
}

}  // namespace rclcpp
