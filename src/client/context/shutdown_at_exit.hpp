// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace baton::client {

class ContextState;

/// Shuts the context, which has joined its domain, down when the process exits, if it is still
/// there then. Threads that go on meanwhile find it shut down, as they would anywhere else, and not
/// broken.
void shut_down_at_exit(const std::shared_ptr<ContextState>& context);

}  // namespace baton::client
