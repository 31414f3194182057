// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton::client {

struct Arguments;

/// Sets levels, outputs and the log file's name as a command line says it; what it does not mention
/// stays. Throws exceptions::RCLInvalidROSArgsError for --log-config-file: there is nothing that
/// reads it.
void apply_log_arguments(const Arguments& arguments);

}  // namespace baton::client
