// SPDX-License-Identifier: Apache-2.0
// Tells graph events, and threads that wait for them, that endpoints or nodes came or went.
//
// Nothing is watched before the first event is wanted. Thread safety: all of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <baton/event.hpp>

namespace baton::client {

class ContextState;

class GraphWatch {
 public:
  explicit GraphWatch(std::shared_ptr<ContextState> context);
  ~GraphWatch();

  Event::SharedPtr make_event();
  /// Waits until the event is set, the time (negative: none) is over or the context is shut down.
  /// Throws exceptions::EventNotRegisteredError for an event of another watch.
  void wait(const Event& event, std::chrono::nanoseconds timeout);

 private:
  struct Events;
  void begin();

  const std::shared_ptr<ContextState> context_;
  // Shared with the callbacks, which may still run when this object is destroyed.
  const std::shared_ptr<Events> events_;
  std::mutex mutex_;  // covers what follows
  std::shared_ptr<void> handle_;
  std::optional<std::uint64_t> at_shutdown_;
};

}  // namespace baton::client
