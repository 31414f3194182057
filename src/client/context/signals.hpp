// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM shut contexts down, as in rclcpp, and without a thread that waits for them: the
// handler rings a descriptor that the thread of each context's transport watches. That one starts a
// thread for the shutdown, which lives as long as it.
//
// Thread safety: all of it. The handler itself is async-signal-safe.
#pragma once

#include <memory>

#include <baton/utilities.hpp>

namespace baton::client {

class ContextState;

namespace signals {

/// The context is shut down by the next handled signal. It has joined its domain.
void watch(const std::shared_ptr<ContextState>& context);
/// Waits for the shutdown that a signal began, unless this thread is in it.
void forget(const ContextState& context);

bool install(SignalHandlerOptions options);
bool uninstall();
SignalHandlerOptions installed();

}  // namespace signals
}  // namespace baton::client
