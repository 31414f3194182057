// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM shut contexts down, as in rclcpp, and without a thread that waits for them:
// the handler rings a descriptor that the thread of each context's transport watches. The
// transport's thread starts another one for the shutdown, which ends with it. A second signal, when
// the first has asked every context to shut down, ends the process at once.
//
// Thread safety: all of it. The handler itself is async-signal-safe.
#pragma once

#include <cstdint>
#include <memory>

#include <baton/utilities.hpp>

namespace baton::client {

class ContextState;

namespace signals {

/// From here on a signal shuts down the context that calls watch() with the returned number.
std::uint64_t begin_to_listen();
/// Lives while init() makes a context. A listener that begins meanwhile also hears signals that
/// came since this object was made: the handler has taken them from the system, so nothing else
/// would end the process.
class Awaited {
 public:
  Awaited();
  ~Awaited();
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;
};
/// From now on the next signal shuts the context down. So does a signal that was handled after
/// `heard_before`. The context has joined its domain.
void watch(const std::shared_ptr<ContextState>& context, std::uint64_t heard_before);
/// Waits for the thread that a signal started for the context, unless that thread is this one, or
/// waits for this one.
void wait_for_end(const ContextState& context);
/// Like wait_for_end(), for a context that is about to be destroyed: it watches no more.
void forget(const ContextState& context);

bool install(SignalHandlerOptions options);
bool uninstall();
SignalHandlerOptions installed();

}  // namespace signals
}  // namespace baton::client
