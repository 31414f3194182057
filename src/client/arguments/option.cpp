// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/parameter_yaml.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {
namespace {

constexpr std::string_view every_node = "/**";

bool is_parameter_name_character(char c) {
  // Topics stand in names of parameters too: qos_overrides./chatter.publisher.depth
  return is_token_character(c) || std::string_view("./-").find(c) != std::string_view::npos;
}

void take_parameter(const std::string& text, Arguments& out) {
  const std::size_t separator = text.find(":=");
  if (separator == text.npos) {
    throw ArgumentFault("there is no ':='; a parameter is name:=value or node:name:=value");
  }
  std::string name = text.substr(0, separator);
  const std::string node = take_node_prefix(name);
  if (name.empty()) throw ArgumentFault("the parameter's name is missing; write name:=value");
  const auto wrong = std::find_if_not(name.begin(), name.end(), is_parameter_name_character);
  if (wrong != name.end()) {
    throw ArgumentFault(
        fmt::format("the name '{}' holds '{}'; names have alphanumerics, '_', '.', '/' "
                    "and '-'; for nodes in namespaces write a parameter file",
                    name, *wrong));
  }
  out.parameters.push_back({node.empty() ? std::string(every_node) : '/' + node, std::move(name),
                            read_parameter_value(text.substr(separator + 2))});
}

void take_parameter_file(const std::string& path, Arguments& out) {
  auto assignments = read_parameter_file(path);
  for (ParameterAssignment& each : assignments) each.file = path;
  out.parameters.insert(out.parameters.end(), std::make_move_iterator(assignments.begin()),
                        std::make_move_iterator(assignments.end()));
  out.parameter_files.push_back(path);
}

void take_remap_rule(const std::string& text, Arguments& out) {
  out.remap_rules.push_back(read_remap_rule(text));
}

void take_log_level(const std::string& text, Arguments& out) {
  out.log_levels.push_back(read_log_level_rule(text));
}

void take_enclave(const std::string& name, Arguments& out) {
  if (const auto fault = find_namespace_fault(name)) {
    throw ArgumentFault(
        fmt::format("it is no enclave: {} (at character {}); write it as /robot/arm", fault->why,
                    fault->at + 1));
  }
  out.enclave = name;
}

constexpr std::array options = {
    Option{"--param", "-p", "name:=value", &take_parameter},
    Option{"--params-file", "", "the path of a file of parameters", &take_parameter_file},
    Option{"--remap", "-r", "from:=to", &take_remap_rule},
    Option{"--log-level", "", "a level, or logger:=level", &take_log_level},
    Option{"--enclave", "-e", "an enclave, as /robot/arm", &take_enclave},
    Option{"--log-config-file", "", "the path of a file",
           [](const std::string& path, Arguments& out) { out.log_config_file = path; }},
    Option{"--log-file-name", "", "the beginning of the log file's name",
           [](const std::string& name, Arguments& out) { out.log_file_name = name; }},
};

struct Switch {
  std::string_view what;
  std::optional<bool> Arguments::*on;
};

constexpr std::array switches = {
    Switch{"rosout-logs", &Arguments::rosout_logs},
    Switch{"stdout-logs", &Arguments::stdout_logs},
    Switch{"external-lib-logs", &Arguments::external_lib_logs},
};

}  // namespace

const Option* find_option(std::string_view flag) {
  const auto* found = std::find_if(options.begin(), options.end(), [flag](const Option& option) {
    return flag == option.name || (!option.short_name.empty() && flag == option.short_name);
  });
  return found == options.end() ? nullptr : found;
}

bool take_switch(std::string_view flag, Arguments& out) {
  for (const auto& [prefix, on] : {std::pair<std::string_view, bool>{"--enable-", true},
                                   std::pair<std::string_view, bool>{"--disable-", false}}) {
    if (!flag.starts_with(prefix)) continue;
    for (const Switch& each : switches) {
      if (flag.substr(prefix.size()) != each.what) continue;
      out.*each.on = on;
      return true;
    }
  }
  return false;
}

}  // namespace baton::client
