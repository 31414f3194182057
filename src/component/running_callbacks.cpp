// SPDX-License-Identifier: Apache-2.0
#include "component/running_callbacks.hpp"

#include <chrono>
#include <thread>

#include <baton/executors/multi_threaded_executor.hpp>

namespace baton::components {
namespace {

bool a_group_is_taken(node_interfaces::NodeBaseInterface& node) {
  bool taken = false;
  node.for_each_callback_group([&](const CallbackGroup::SharedPtr& group) {
    taken = taken || !group->can_be_taken_from().load(std::memory_order_acquire);
  });
  return taken;
}

}  // namespace

bool still_runs_callbacks(const Executor* executor, node_interfaces::NodeBaseInterface& node) {
  // With one thread it is this one that asks, or nobody spins.
  if (dynamic_cast<const executors::MultiThreadedExecutor*>(executor) == nullptr) return false;
  if (a_group_is_taken(node)) return true;
  // A thread that chose a callback before the node was removed marks its group an instant later.
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return a_group_is_taken(node);
}

}  // namespace baton::components
