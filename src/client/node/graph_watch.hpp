// SPDX-License-Identifier: Apache-2.0
// Tells graph events, and threads that wait for them, that endpoints or nodes came or went.
//
// Nothing is watched before the first event is wanted. Thread safety: all of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <baton/event.hpp>
#include <baton/guard_condition.hpp>

namespace baton::client {

class ContextState;

class GraphWatch {
 public:
  explicit GraphWatch(std::shared_ptr<ContextState> context);
  ~GraphWatch();

  Event::SharedPtr make_event();
  /// Made once. `context` is the node's.
  GuardCondition::SharedPtr guard_condition(const std::shared_ptr<Context>& context);
  std::size_t count_users() const;
  /// As a change of the graph does.
  void tell();
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
