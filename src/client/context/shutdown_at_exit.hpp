// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace baton::client {

class ContextState;

/// Shuts the context down when the process exits, if the context still exists then. It has joined
/// its domain. Threads that still run then find a context that is shut down, and not a broken one.
void shut_down_at_exit(const std::shared_ptr<ContextState>& context);

}  // namespace baton::client
