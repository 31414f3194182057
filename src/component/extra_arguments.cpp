// SPDX-License-Identifier: Apache-2.0
#include "component/extra_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>

#include <baton/components/component_manager_exception.hpp>

#include "base/near_match.hpp"

namespace baton::components {
namespace {

using Setter = NodeOptions& (NodeOptions::*)(bool);

const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> known{
      {"allow_undeclared_parameters", &NodeOptions::allow_undeclared_parameters},
      {"automatically_declare_parameters_from_overrides",
       &NodeOptions::automatically_declare_parameters_from_overrides},
      {"enable_logger_service", &NodeOptions::enable_logger_service},
      {"enable_rosout", &NodeOptions::enable_rosout},
      {"forward_global_arguments", &NodeOptions::use_global_arguments},
      {"start_parameter_event_publisher", &NodeOptions::start_parameter_event_publisher},
      {"start_parameter_services", &NodeOptions::start_parameter_services},
      {"use_clock_thread", &NodeOptions::use_clock_thread},
      {"use_intra_process_comms", &NodeOptions::use_intra_process_comms},
  };
  return known;
}

[[noreturn]] void throw_unknown(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [each, setter] : setters()) known.push_back(each);
  throw ComponentManagerException(
      fmt::format("Extra component argument '{}' is not known{} There are: {}", name,
                  base::did_you_mean(name, known).empty() ? "." : base::did_you_mean(name, known),
                  fmt::join(known, ", ")));
}

bool boolean_of(const Parameter& argument) {
  if (argument.get_type() == ParameterType::PARAMETER_BOOL) return argument.as_bool();
  throw ComponentManagerException(
      fmt::format("Extra component argument '{}' must be a boolean (true or false) and is: {} ({})",
                  argument.get_name(), argument.value_to_string(), argument.get_type_name()));
}

}  // namespace

void apply_extra_arguments(const std::vector<Parameter>& arguments, NodeOptions& options) {
  for (const Parameter& argument : arguments) {
    const std::string& name = argument.get_name();
    if (name == "enable_topic_statistics") {
      if (!boolean_of(argument)) continue;
      throw ComponentManagerException(
          "Extra component argument 'enable_topic_statistics' cannot be "
          "true: Baton has no topic statistics. Leave it out");
    }
    const auto setter = setters().find(name);
    if (setter == setters().end()) throw_unknown(name);
    (options.*setter->second)(boolean_of(argument));
  }
}

}  // namespace baton::components
