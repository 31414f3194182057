// SPDX-License-Identifier: Apache-2.0
#include <baton/parameter_map.hpp>

#include <algorithm>
#include <map>

#include <baton/exceptions.hpp>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/node_pattern.hpp"
#include "client/arguments/parameter_yaml.hpp"

namespace rclcpp {
namespace {

void assign(std::vector<Parameter>& parameters, Parameter&& parameter) {
  const auto same = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& each) {
    return each.get_name() == parameter.get_name();
  });
  if (same == parameters.end()) {
    parameters.push_back(std::move(parameter));
  } else {
    *same = std::move(parameter);
  }
}

}  // namespace

ParameterMap parameter_map_from_yaml_file(const std::string& yaml_filename, const char* node_fqn) {
  ParameterMap map;
  try {
    for (const auto& each : client::read_parameter_file(yaml_filename)) {
      if (node_fqn && !client::matches_node(each.node_pattern, node_fqn)) continue;
      assign(map[node_fqn ? node_fqn : each.node_pattern],
             Parameter(each.name, client::to_parameter_value(each.value, each.name)));
    }
  } catch (const client::ArgumentFault& fault) {
    throw exceptions::RCLError(fault.what());
  }
  return map;
}

std::vector<Parameter> parameters_from_map(const ParameterMap& parameter_map,
                                           const char* node_fqn) {
  // Sort the entries, so that the result does not depend on their hashes.
  std::map<std::string, const std::vector<Parameter>*> entries;
  for (const auto& [pattern, parameters] : parameter_map) {
    if (!node_fqn || client::matches_node(pattern, node_fqn)) entries[pattern] = &parameters;
  }
  std::vector<Parameter> result;
  const auto append = [&](const std::vector<Parameter>& parameters) {
    result.insert(result.end(), parameters.begin(), parameters.end());
  };
  for (const auto& [pattern, parameters] : entries) {
    if (!node_fqn || pattern != node_fqn) append(*parameters);
  }
  if (node_fqn) {
    if (const auto own = entries.find(node_fqn); own != entries.end()) append(*own->second);
  }
  return result;
}

}  // namespace rclcpp
