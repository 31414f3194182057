// SPDX-License-Identifier: Apache-2.0
#include "component/running_callbacks.hpp"

#include <baton/executors/multi_threaded_executor.hpp>

namespace baton::components {

bool still_runs_callbacks(Executor* executor, const node_interfaces::NodeBaseInterface& node) {
  // With one thread it is this one that asks, or none spins.
  auto* const several = dynamic_cast<executors::MultiThreadedExecutor*>(executor);
  return several != nullptr && several->runs_callbacks_of(node);
}

}  // namespace baton::components
