// SPDX-License-Identifier: Apache-2.0
#include "component/running_callbacks.hpp"

#include <baton/executors/multi_threaded_executor.hpp>

namespace baton::components {

bool still_runs_callbacks(Executor* executor, const node_interfaces::NodeBaseInterface& node) {
  // A single-threaded executor runs no callback now: its thread is the one that asks, or it does
  // not spin.
  auto* const several = dynamic_cast<executors::MultiThreadedExecutor*>(executor);
  return several != nullptr && several->runs_callbacks_of(node);
}

}  // namespace baton::components
