// SPDX-License-Identifier: Apache-2.0
#include "client/log/log.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include <baton/ros_c/rcutils_logging.h>

#include "base/clock.hpp"
#include "client/log/console.hpp"
#include "client/log/console_settings.hpp"
#include "client/log/log_file.hpp"
#include "client/log/log_levels.hpp"
#include "client/log/log_sinks.hpp"

namespace baton::client {
namespace {

struct Log {
  // Relaxed: the switches order nothing else.
  std::atomic<bool> console{true};
  std::atomic<bool> file{true};
  std::atomic<bool> rosout{true};
  LogFile log_file;
  std::mutex mutex;
  std::shared_ptr<const ConsoleSettings> settings;  // with mutex held; empty: not read yet
};

Log& log_of_process() {
  // Never destroyed: destructors of other static objects may log.
  static auto& only = *new Log;
  return only;
}

std::string line_of(const ConsoleSettings& settings, const LogRecord& record, bool colorized) {
  std::string line;
  if (colorized) line += console_color(record.level);
  settings.format.append(record, line);
  if (colorized) line += console_color_end;
  line += '\n';
  return line;
}

/// Warns about logging itself, and so on the console only.
void complain(const ConsoleSettings& settings, std::string_view text) {
  const LogRecord record{.stamp_ns = base::realtime_ns(),
                         .level = RCUTILS_LOG_SEVERITY_WARN,
                         .name = "baton",
                         .text = text};
  write_to_console(settings.use_stdout, line_of(settings, record, settings.colorized));
}

std::shared_ptr<const ConsoleSettings> current_settings() {
  Log& log = log_of_process();
  const std::lock_guard lock(log.mutex);
  if (log.settings == nullptr) {
    ConsoleEnvironment read = console_environment();
    log.settings = std::make_shared<ConsoleSettings>(std::move(read.settings));
    for (const std::string& text : read.complaints) complain(*log.settings, text);
  }
  return log.settings;
}

void write_to_file(const ConsoleSettings& settings, const LogRecord& record) {
  std::string line;
  settings.format.append(record, line);
  if (const auto written = log_of_process().log_file.write(line); !written) {
    complain(settings, written.error().text);
  }
}

}  // namespace

void set_log_outputs(const LogOutputs& outputs) {
  Log& log = log_of_process();
  log.console.store(outputs.console, std::memory_order_relaxed);
  log.file.store(outputs.file, std::memory_order_relaxed);
  log.rosout.store(outputs.rosout, std::memory_order_relaxed);
}

LogOutputs log_outputs() {
  const Log& log = log_of_process();
  return {.console = log.console.load(std::memory_order_relaxed),
          .file = log.file.load(std::memory_order_relaxed),
          .rosout = log.rosout.load(std::memory_order_relaxed)};
}

void set_log_file_name(const std::string& name) { log_of_process().log_file.set_name(name); }

void log(int severity, const std::string& name, std::string_view text) {
  rcutils_log(nullptr, severity, name.c_str(), "%.*s", static_cast<int>(text.size()), text.data());
}

void write_to_outputs(const LogRecord& record) {
  const LogOutputs outputs = log_outputs();
  if (outputs.console || outputs.file) {
    const auto settings = current_settings();
    if (outputs.console) {
      write_to_console(settings->use_stdout, line_of(*settings, record, settings->colorized));
    }
    if (outputs.file) write_to_file(*settings, record);
  }
  if (outputs.rosout) deliver_to_log_sink(record);
}

void write_to_console(const LogRecord& record) {
  const auto settings = current_settings();
  write_to_console(settings->use_stdout, line_of(*settings, record, settings->colorized));
}

void read_log_environment() { current_settings(); }

void reset_log() {
  Log& log = log_of_process();
  log_levels().reset();
  set_log_outputs({});
  log.log_file.set_name("");
  log.log_file.close();
  const std::lock_guard lock(log.mutex);
  log.settings.reset();
}

std::string log_file_path() { return log_of_process().log_file.path(); }

}  // namespace baton::client
