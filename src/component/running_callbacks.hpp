// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/executor.hpp>
#include <baton/node_interfaces/node_base_interface.hpp>

namespace baton::components {

/// Whether `executor`, which had the node until now, still runs a callback of it in another thread.
bool still_runs_callbacks(Executor* executor, const node_interfaces::NodeBaseInterface& node);

}  // namespace baton::components
