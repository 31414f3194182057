// SPDX-License-Identifier: Apache-2.0
#include "client/log/log_sinks.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <baton/ros_c/rcutils_logging.h>

namespace baton::client {

struct LogSink {
  std::string name;
  std::function<void(const LogRecord&)> call;
  std::shared_mutex running;  // held shared during a call
  bool removed = false;       // written with `running` held
};

namespace {

/// The sink that this thread is calling.
thread_local const LogSink* current_sink = nullptr;

struct InSink {
  explicit InSink(const LogSink& sink) { current_sink = &sink; }
  ~InSink() { current_sink = nullptr; }
  InSink(const InSink&) = delete;
  InSink& operator=(const InSink&) = delete;
};

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>{}(text);
  }
};

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<std::string, std::vector<std::shared_ptr<LogSink>>, TextHash, std::equal_to<>>
      sinks;
};

Registry& registry() {
  // Never destroyed: destructors of other static objects may log.
  static auto& only = *new Registry;
  return only;
}

/// The oldest sink of the logger `name`, or of its nearest ancestor that has one.
std::shared_ptr<LogSink> sink_of(std::string_view name) {
  Registry& known = registry();
  const std::shared_lock lock(known.mutex);
  if (known.sinks.empty()) return nullptr;
  for (;;) {
    if (const auto at = known.sinks.find(name); at != known.sinks.end()) return at->second.front();
    const std::size_t dot = name.rfind(RCUTILS_LOGGING_SEPARATOR_CHAR);
    if (dot == std::string_view::npos) return nullptr;
    name = name.substr(0, dot);
  }
}

void forget(const std::shared_ptr<LogSink>& sink) {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  const auto at = known.sinks.find(sink->name);
  if (at == known.sinks.end()) return;
  std::erase(at->second, sink);
  if (at->second.empty()) known.sinks.erase(at);
}

}  // namespace

LogSinkHandle& LogSinkHandle::operator=(LogSinkHandle&& other) noexcept {
  if (this != &other) {
    reset();
    sink_ = std::move(other.sink_);
  }
  return *this;
}

void LogSinkHandle::reset() noexcept {
  const std::shared_ptr<LogSink> sink = std::exchange(sink_, nullptr);
  if (sink == nullptr) return;
  forget(sink);
  if (current_sink == sink.get()) return;
  const std::lock_guard lock(sink->running);
  sink->removed = true;
}

LogSinkHandle add_log_sink(std::string logger_name, std::function<void(const LogRecord&)> sink) {
  auto added = std::make_shared<LogSink>();
  added->name = std::move(logger_name);
  added->call = std::move(sink);
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  known.sinks[added->name].push_back(added);
  return LogSinkHandle(std::move(added));
}

void deliver_to_log_sink(const LogRecord& record) {
  if (current_sink != nullptr) return;
  const std::shared_ptr<LogSink> sink = sink_of(record.name);
  if (sink == nullptr) return;
  const std::shared_lock lock(sink->running);
  if (sink->removed) return;
  const InSink inside(*sink);
  try {
    sink->call(record);
  } catch (const std::exception&) {
    // Logging must not end the program that logs; the console has the message.
  }
}

}  // namespace baton::client
