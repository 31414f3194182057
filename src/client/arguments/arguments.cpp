// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <baton/exceptions.hpp>
#include <baton/logging.hpp>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/option.hpp"
#include "client/arguments/remap_rule.hpp"

namespace baton::client {
namespace {

constexpr std::string_view begin_flag = "--ros-args";
constexpr std::string_view end_flag = "--";

/// Calls `ros` for each argument within --ros-args and `user` for each other one.
template <class Ros, class User>
void walk(std::span<const std::string> arguments, Ros&& ros, User&& user) {
  bool inside = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == begin_flag) {
      inside = true;
    } else if (!inside) {
      user(arguments[i]);
    } else if (arguments[i] == end_flag) {
      inside = false;
    } else {
      i += ros(i);
    }
  }
}

/// How many further arguments belong to the one at `i`.
std::size_t take(std::span<const std::string> arguments, std::size_t i, Arguments& out) {
  const std::string& flag = arguments[i];
  if (take_switch(flag, out)) return 0;
  const Option* option = find_option(flag);
  if (!option) {
    out.unknown_ros_arguments.push_back(flag);
    return 0;
  }
  if (i + 1 == arguments.size()) {
    throw exceptions::RCLInvalidROSArgsError(
        fmt::format("'{}' ends the command line; it needs {} behind it", flag, option->needs));
  }
  const std::string& value = arguments[i + 1];
  try {
    option->take(value, out);
  } catch (const ArgumentFault& fault) {
    throw exceptions::RCLInvalidROSArgsError(
        fmt::format("cannot use '{} {}': {}", flag, value, fault.what()));
  }
  return 1;
}

/// `from:=to` without --ros-args, as ROS once had it. Empty: it is something else.
std::optional<RemapRule> bare_remap_rule(const std::string& argument) {
  if (argument.find(":=") == argument.npos || argument.front() == '-') return std::nullopt;
  try {
    return read_remap_rule(argument);
  } catch (const ArgumentFault&) {
    return std::nullopt;
  }
}

}  // namespace

Arguments Arguments::parse(std::span<const std::string> arguments) {
  Arguments result;
  walk(
      arguments, [&](std::size_t i) { return take(arguments, i, result); },
      [&](const std::string& argument) {
        auto rule = bare_remap_rule(argument);
        if (!rule) return result.remaining.push_back(argument);
        RCLCPP_WARN(get_logger("rcl"),
                    "Found remap rule '%s'. This syntax is deprecated. Use '--ros-args --remap %s' "
                    "instead.",
                    argument.c_str(), argument.c_str());
        result.remap_rules.push_back(*std::move(rule));
      });
  return result;
}

Arguments Arguments::parse(int argc, const char* const* argv) {
  return parse(std::vector<std::string>(argv, argv + std::max(argc, 0)));
}

void Arguments::require_known() const {
  if (unknown_ros_arguments.empty()) return;
  throw exceptions::UnknownROSArgsError(std::vector(unknown_ros_arguments));
}

std::vector<std::string> without_ros_arguments(std::span<const std::string> arguments) {
  std::vector<std::string> rest;
  walk(
      arguments,
      [&](std::size_t i) -> std::size_t {
        // The value of an option may look like the end of the ROS arguments.
        return find_option(arguments[i]) && i + 1 < arguments.size() ? 1 : 0;
      },
      [&](const std::string& argument) {
        if (!bare_remap_rule(argument)) rest.push_back(argument);
      });
  return rest;
}

}  // namespace baton::client
