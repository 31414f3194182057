// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>
#include <baton/parameter_map.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/parameter.hpp>

#include <rcl_yaml_param_parser/parser.h>

namespace rclcpp {
namespace detail {

template <class T, class Array>
ParameterValue array_value(const Array& array) {
  return ParameterValue(std::vector<T>(array.values, array.values + array.size));
}

}  // namespace detail

/// A copy of the value. Throws exceptions::InvalidParameterValueException for one without a type.
inline ParameterValue parameter_value_from(const rcl_variant_t* const c_value) {
  if (c_value == nullptr) {
    throw exceptions::InvalidParameterValueException("Passed argument is NULL");
  }
  const rcl_variant_t& value = *c_value;
  if (value.bool_value) return ParameterValue(*value.bool_value);
  if (value.integer_value) return ParameterValue(*value.integer_value);
  if (value.double_value) return ParameterValue(*value.double_value);
  if (value.string_value) return ParameterValue(std::string(value.string_value));
  if (value.byte_array_value) return detail::array_value<std::uint8_t>(*value.byte_array_value);
  if (value.bool_array_value) return detail::array_value<bool>(*value.bool_array_value);
  if (value.integer_array_value) {
    return detail::array_value<std::int64_t>(*value.integer_array_value);
  }
  if (value.double_array_value) return detail::array_value<double>(*value.double_array_value);
  if (const auto* const texts = value.string_array_value) {
    return ParameterValue(std::vector<std::string>(texts->data, texts->data + texts->size));
  }
  throw exceptions::InvalidParameterValueException("No parameter value set");
}

/// A copy of ROS's structure; with `node_fqn` of what is for that node alone, under its name.
/// Throws exceptions::InvalidParametersException for null pointers, and what parameter_value_from()
/// throws.
inline ParameterMap parameter_map_from(const rcl_params_t* const c_params,
                                       const char* node_fqn = nullptr) {
  const auto require = [](const void* pointer, const char* what) {
    if (pointer != nullptr) return;
    throw exceptions::InvalidParametersException(std::string(what) + " is NULL");
  };
  require(c_params, "parameters struct");
  if (c_params->num_nodes > 0) require(c_params->node_names, "node_names");
  if (c_params->num_nodes > 0) require(c_params->params, "params");
  ParameterMap found;
  for (std::size_t node = 0; node < c_params->num_nodes; ++node) {
    require(c_params->node_names[node], "node name");
    std::string name = c_params->node_names[node];
    if (name.empty()) throw exceptions::InvalidParametersException("empty node name");
    if (name.front() != '/') name.insert(0, "/");
    const rcl_node_params_t& of_node = c_params->params[node];
    std::vector<Parameter> parameters;
    if (of_node.num_params > 0) require(of_node.parameter_names, "parameter_names");
    if (of_node.num_params > 0) require(of_node.parameter_values, "parameter_values");
    for (std::size_t one = 0; one < of_node.num_params; ++one) {
      require(of_node.parameter_names[one], "parameter name");
      parameters.emplace_back(of_node.parameter_names[one],
                              parameter_value_from(&of_node.parameter_values[one]));
    }
    if (node_fqn != nullptr) {
      // Of a pattern that does not fit the node nothing is left.
      parameters = parameters_from_map({{name, std::move(parameters)}}, node_fqn);
      if (parameters.empty()) continue;
      name = node_fqn;
    }
    auto& entry = found[name];
    for (auto& parameter : parameters) entry.push_back(std::move(parameter));
  }
  return found;
}

}  // namespace rclcpp
