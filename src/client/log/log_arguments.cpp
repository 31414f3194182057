// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_arguments.hpp"

#include <fmt/format.h>

#include <baton/exceptions.hpp>

#include "client/arguments/arguments.hpp"
#include "client/log/log.hpp"
#include "client/log/log_levels.hpp"

namespace baton::client {

void apply_log_arguments(const Arguments& arguments) {
  LogOutputs outputs = log_outputs();
  outputs.console = arguments.stdout_logs.value_or(outputs.console);
  outputs.file = arguments.external_lib_logs.value_or(outputs.file);
  outputs.rosout = arguments.rosout_logs.value_or(outputs.rosout);
  if (arguments.log_config_file && outputs.file) {
    throw exceptions::RCLInvalidROSArgsError(
        fmt::format("--log-config-file '{}': the log file has no configuration; take --log-level, "
                    "--log-file-name and ROS_LOG_DIR instead",
                    *arguments.log_config_file));
  }
  for (const LogLevelRule& rule : arguments.log_levels) {
    log_levels().set_level(rule.logger, rule.level);
  }
  if (arguments.log_file_name) set_log_file_name(*arguments.log_file_name);
  set_log_outputs(outputs);
}

}  // namespace baton::client
