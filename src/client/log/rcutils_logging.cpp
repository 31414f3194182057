// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/rcutils_logging.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "client/log/log.hpp"
#include "client/log/log_levels.hpp"
#include "client/log/severity.hpp"

namespace baton::client {
namespace {

/// Formats as printf does, on the stack where it fits.
class FormattedText {
 public:
  FormattedText(const char* format, va_list* args) {
    va_list again;
    va_copy(again, *args);
    const int size = std::vsnprintf(short_, sizeof short_, format, *args);
    if (size < 0) {
      text_ = format;
    } else if (static_cast<std::size_t>(size) < sizeof short_) {
      text_ = {short_, static_cast<std::size_t>(size)};
    } else {
      long_.resize(static_cast<std::size_t>(size));
      std::vsnprintf(long_.data(), long_.size() + 1, format, again);
      text_ = long_;
    }
    va_end(again);
  }
  FormattedText(const FormattedText&) = delete;
  FormattedText& operator=(const FormattedText&) = delete;

  std::string_view text() const { return text_; }

 private:
  char short_[1024];
  std::string long_;
  std::string_view text_;
};

std::string_view text_or_nothing(const char* text) { return text == nullptr ? "" : text; }

LogRecord record_of(const rcutils_log_location_t* location, int severity, const char* name,
                    std::int64_t stamp_ns, std::string_view text) {
  LogRecord record{
      .stamp_ns = stamp_ns, .level = severity, .name = text_or_nothing(name), .text = text};
  if (location != nullptr) {
    record.file = text_or_nothing(location->file_name);
    record.function = text_or_nothing(location->function_name);
    record.line = location->line_number;
  }
  return record;
}

void write_to_all(const rcutils_log_location_t* location, int severity, const char* name,
                  std::int64_t timestamp, const char* format, va_list* args) {
  const FormattedText formatted(format, args);
  write_to_outputs(record_of(location, severity, name, timestamp, formatted.text()));
}

// Relaxed: a handler is a function, and functions are there before any thread.
std::atomic<rcutils_logging_output_handler_t> current_handler{&write_to_all};

void hand_over(const rcutils_log_location_t* location, int severity, const char* name,
               const char* format, va_list* args) {
  const auto handler = current_handler.load(std::memory_order_relaxed);
  if (handler == nullptr) return;
  handler(location, severity, name == nullptr ? "" : name, base::realtime_ns(), format, args);
}

}  // namespace
}  // namespace baton::client

using namespace baton::client;

const char* const g_rcutils_log_severity_names[RCUTILS_LOG_SEVERITY_FATAL + 1] = {
    "UNSET", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, "DEBUG", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, "INFO",  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, "WARN",  nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, "ERROR", nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, "FATAL"};

bool g_rcutils_logging_initialized = false;

rcutils_ret_t rcutils_logging_initialize() {
  read_log_environment();
  // Relaxed: a flag that orders nothing, and C reads it as it is.
  __atomic_store_n(&g_rcutils_logging_initialized, true, __ATOMIC_RELAXED);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_logging_shutdown() {
  __atomic_store_n(&g_rcutils_logging_initialized, false, __ATOMIC_RELAXED);
  current_handler.store(&write_to_all, std::memory_order_relaxed);
  reset_log();
  return RCUTILS_RET_OK;
}

rcutils_logging_output_handler_t rcutils_logging_get_output_handler() {
  return current_handler.load(std::memory_order_relaxed);
}

void rcutils_logging_set_output_handler(rcutils_logging_output_handler_t handler) {
  current_handler.store(handler, std::memory_order_relaxed);
}

void rcutils_logging_console_output_handler(const rcutils_log_location_t* location, int severity,
                                            const char* name, rcutils_time_point_value_t timestamp,
                                            const char* format, va_list* args) {
  const FormattedText formatted(format, args);
  write_to_console(record_of(location, severity, name, timestamp, formatted.text()));
}

int rcutils_logging_get_default_logger_level() { return log_levels().default_level(); }

void rcutils_logging_set_default_logger_level(int level) { log_levels().set_default_level(level); }

int rcutils_logging_get_logger_level(const char* name) {
  return name == nullptr ? -1 : log_levels().own_level(name);
}

int rcutils_logging_get_logger_leveln(const char* name, size_t name_length) {
  return name == nullptr ? -1 : log_levels().own_level({name, name_length});
}

rcutils_ret_t rcutils_logging_set_logger_level(const char* name, int level) {
  if (name == nullptr || !is_severity(level)) return RCUTILS_RET_INVALID_ARGUMENT;
  log_levels().set_level(name, level);
  return RCUTILS_RET_OK;
}

int rcutils_logging_get_logger_effective_level(const char* name) {
  return name == nullptr ? -1 : log_levels().effective_level(name);
}

bool rcutils_logging_logger_is_enabled_for(const char* name, int severity) {
  return log_levels().enabled(text_or_nothing(name), severity);
}

void rcutils_log(const rcutils_log_location_t* location, int severity, const char* name,
                 const char* format, ...) {
  if (!rcutils_logging_logger_is_enabled_for(name, severity)) return;
  va_list args;
  va_start(args, format);
  hand_over(location, severity, name, format, &args);
  va_end(args);
}

void rcutils_log_internal(const rcutils_log_location_t* location, int severity, const char* name,
                          const char* format, ...) {
  va_list args;
  va_start(args, format);
  hand_over(location, severity, name, format, &args);
  va_end(args);
}
