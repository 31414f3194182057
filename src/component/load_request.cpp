// SPDX-License-Identifier: Apache-2.0
#include "component/load_request.hpp"

#include <fmt/format.h>

#include <baton/components/component_manager_exception.hpp>
#include <baton/parameter.hpp>

#include "component/extra_arguments.hpp"

namespace baton::components {
namespace {

template <class Messages>
std::vector<Parameter> parameters_of(const Messages& messages) {
  std::vector<Parameter> parameters;
  parameters.reserve(messages.size());
  for (const auto& message : messages) {
    parameters.push_back(Parameter::from_parameter_msg(message));
  }
  return parameters;
}

}  // namespace

NodeOptions node_options_of(const composition_interfaces::srv::LoadNode::Request& request) {
  std::vector<std::string> arguments;
  const auto remap = [&](std::string rule) {
    if (arguments.empty()) arguments.push_back("--ros-args");
    arguments.push_back("-r");
    arguments.push_back(std::move(rule));
  };
  for (const auto& rule : request.remap_rules) remap(std::string(rule));
  if (!request.node_name.empty()) remap("__node:=" + std::string(request.node_name));
  if (!request.node_namespace.empty()) remap("__ns:=" + std::string(request.node_namespace));

  NodeOptions options;
  options.use_global_arguments(false).arguments(arguments);
  options.parameter_overrides(parameters_of(request.parameters));
  apply_extra_arguments(parameters_of(request.extra_arguments), options);
  return options;
}

Logger::Level log_level_of(const composition_interfaces::srv::LoadNode::Request& request) {
  constexpr unsigned step = 10;
  const unsigned level = request.log_level;
  if (level % step == 0 && level <= static_cast<unsigned>(Logger::Level::Fatal)) {
    return static_cast<Logger::Level>(level);
  }
  throw ComponentManagerException(
      fmt::format("log_level {} is none: 10 is debug, 20 info, 30 warn, 40 error, 50 fatal, 0 what "
                  "it is without",
                  level));
}

}  // namespace baton::components
