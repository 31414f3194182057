// SPDX-License-Identifier: Apache-2.0
#include "component/programs/typed_values.hpp"

#include <stdexcept>

#include <baton/node.hpp>
#include <baton/parameter.hpp>

namespace baton::components {

std::vector<rcl_interfaces::msg::Parameter> typed_values(
    const std::vector<std::string>& assignments, const std::string& option) {
  if (assignments.empty()) return {};
  std::vector<std::string> arguments{"--ros-args"};
  for (const std::string& assignment : assignments) {
    const std::size_t split = assignment.find(":=");
    if (split == 0 || split == std::string::npos) {
      throw std::runtime_error(option + " " + assignment + ": write name:=value");
    }
    arguments.push_back("-p");
    arguments.push_back(assignment);
  }
  // Let a node read the values, so that they mean what they mean for every node.
  const auto options = NodeOptions()
                           .use_global_arguments(false)
                           .arguments(arguments)
                           .enable_rosout(false)
                           .start_parameter_services(false)
                           .start_parameter_event_publisher(false);
  Node reader("_baton_component_reader", options);
  std::vector<rcl_interfaces::msg::Parameter> values;
  for (const auto& [name, value] :
       reader.get_node_parameters_interface()->get_parameter_overrides()) {
    values.push_back(Parameter(name, value).to_parameter_msg());
  }
  return values;
}

}  // namespace baton::components
