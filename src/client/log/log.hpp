// SPDX-License-Identifier: Apache-2.0
// What every message goes through, and how the library itself says something.
#pragma once

#include <string>
#include <string_view>

#include "client/log/log_record.hpp"

namespace baton::client {

/// Where messages go. All three are on until an argument switches one off.
struct LogOutputs {
  bool console = true;  // --disable-stdout-logs
  bool file = true;     // --disable-external-lib-logs
  bool rosout = true;   // --disable-rosout-logs
};

void set_log_outputs(const LogOutputs& outputs);
LogOutputs log_outputs();

/// Sets what the log file's name begins with, instead of the program's name. Closes a file that is
/// open under another name.
void set_log_file_name(const std::string& name);

/// Logs a message of the library for the logger `name`, if its level is wanted. The message goes
/// the way of all messages, also through a handler of the user.
void log(int severity, const std::string& name, std::string_view text);

/// Writes to all outputs that are switched on, whatever the levels say.
void write_to_outputs(const LogRecord& record);
/// Writes to the console only, whatever the switches say.
void write_to_console(const LogRecord& record);

/// Reads the environment now, instead of at the first message.
void read_log_environment();
/// Closes the log file, forgets levels and switches; the next message reads the environment again.
void reset_log();

/// The open log file; empty while there is none.
std::string log_file_path();

}  // namespace baton::client
