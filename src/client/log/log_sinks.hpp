// SPDX-License-Identifier: Apache-2.0
// Further receivers of what a logger writes: a node publishes it on /rosout.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "client/log/log_record.hpp"

namespace baton::client {

class LogSinks;
struct LogSink;

/// Removes the sink when it is destroyed. Afterwards the sink neither runs nor will run, except
/// when the sink itself destroys the handle.
class LogSinkHandle {
 public:
  LogSinkHandle() = default;
  explicit LogSinkHandle(std::shared_ptr<LogSink> sink) : sink_(std::move(sink)) {}
  LogSinkHandle(LogSinkHandle&&) noexcept = default;
  LogSinkHandle& operator=(LogSinkHandle&& other) noexcept;
  ~LogSinkHandle() { reset(); }

  void reset() noexcept;

 private:
  std::shared_ptr<LogSink> sink_;
};

/// From now on `sink` gets what the logger of that name says, and what its children say that have
/// no sink of their own. Of several sinks of one name the oldest gets it. Any logging thread calls
/// the sink, and several may do so at once. What the sink logs itself goes to no sink. What it
/// throws is dropped.
[[nodiscard]] LogSinkHandle add_log_sink(std::string logger_name,
                                         std::function<void(const LogRecord&)> sink);

/// Calls the sink for the record's logger, if there is one.
void deliver_to_log_sink(const LogRecord& record);

}  // namespace baton::client
