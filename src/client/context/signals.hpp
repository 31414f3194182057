// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM shut contexts down, as in rclcpp, and without a thread that waits for them:
// the handler rings a descriptor that the thread of each context's transport watches. That one
// starts a thread for the shutdown, which lives as long as it. A second signal, when the first has
// asked every context to shut down, ends the process at once.
//
// Thread safety: all of it. The handler itself is async-signal-safe.
#pragma once

#include <cstdint>
#include <memory>

#include <baton/utilities.hpp>

namespace baton::client {

class ContextState;

namespace signals {

/// From here on a signal is for the context that calls watch() with what this returns.
std::uint64_t begin_to_listen();
/// Lives while init() makes a context: a listener that begins meanwhile listens from the beginning
/// of this object on. A handler that was installed before has taken the signal from the system, so
/// nothing else would end the process.
class Awaited {
 public:
  Awaited();
  ~Awaited();
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;
};
/// The context is shut down by the next signal that was handled since. It has joined its domain.
void watch(const std::shared_ptr<ContextState>& context, std::uint64_t heard_before);
/// Waits for the thread that a signal began, unless this one is it, or it waits for this one.
void wait_for_end(const ContextState& context);
/// The same, and the context, which is about to go, watches no more.
void forget(const ContextState& context);

bool install(SignalHandlerOptions options);
bool uninstall();
SignalHandlerOptions installed();

}  // namespace signals
}  // namespace baton::client
