// SPDX-License-Identifier: Apache-2.0
// What a command line says to ROS: `--ros-args ... --`, any number of times. The rest is for the
// user.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/arguments/log_level_rule.hpp"
#include "client/arguments/parameter_assignment.hpp"
#include "client/arguments/remap_rule.hpp"

namespace baton::client {

/// A value type; reading it is thread safe.
struct Arguments {
  /// Reads parameter files (blocks on the file system). Throws exceptions::RCLInvalidROSArgsError
  /// for the first argument whose value cannot be used. What ROS does not know is collected:
  /// see require_known().
  static Arguments parse(std::span<const std::string> arguments);
  /// Like parse() above, for the arguments of main().
  static Arguments parse(int argc, const char* const* argv);

  /// Throws exceptions::UnknownROSArgsError unless all arguments were known.
  void require_known() const;

  /// In the order of the command line, like all options that may be repeated.
  std::vector<RemapRule> remap_rules;
  /// From -p and --params-file in one order: the last assignment that fits a node wins.
  std::vector<ParameterAssignment> parameters;
  std::vector<std::string> parameter_files;
  std::vector<LogLevelRule> log_levels;
  std::optional<std::string> enclave;
  std::optional<std::string> log_config_file;
  std::optional<std::string> log_file_name;
  /// Empty: the command line does not say.
  std::optional<bool> rosout_logs;
  std::optional<bool> stdout_logs;
  std::optional<bool> external_lib_logs;

  std::vector<std::string> unknown_ros_arguments;
  /// Begins with the program's name if the caller passed it.
  std::vector<std::string> remaining;
};

/// `arguments` without everything between --ros-args and --, whether or not ROS knows it or can use
/// it.
std::vector<std::string> without_ros_arguments(std::span<const std::string> arguments);

}  // namespace baton::client
