// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton::client {

struct Arguments;

/// Sets levels, outputs and the log file's name as a command line says. What the command line does
/// not mention does not change. Throws exceptions::RCLInvalidROSArgsError for --log-config-file,
/// because nothing reads such a file.
void apply_log_arguments(const Arguments& arguments);

}  // namespace baton::client
