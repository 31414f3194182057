// SPDX-License-Identifier: Apache-2.0
// A process for components that have an executor and a thread each, or with
// --use_multi_threaded_executor as many threads each as there are cores.
#include <baton/components/component_manager_isolated.hpp>
#include <baton/executors/multi_threaded_executor.hpp>

#include "component/programs/container_main.hpp"

namespace {

using baton::executors::MultiThreadedExecutor;
using baton::executors::SingleThreadedExecutor;

void run(const std::vector<std::string>& arguments) {
  using namespace baton;
  bool several_threads = false;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] != "--use_multi_threaded_executor") {
      throw std::invalid_argument("unknown argument '" + arguments[i] +
                                  "': there is --use_multi_threaded_executor, and --ros-args");
    }
    several_threads = true;
  }
  std::shared_ptr<components::ComponentManager> manager;
  if (several_threads) {
    manager = std::make_shared<components::ComponentManagerIsolated<MultiThreadedExecutor>>();
  } else {
    manager = std::make_shared<components::ComponentManagerIsolated<SingleThreadedExecutor>>();
  }
  // Use two threads: one may be in a constructor that does not return.
  const auto executor = std::make_shared<MultiThreadedExecutor>(ExecutorOptions(), 2);
  executor->add_node(manager);
  executor->spin();
}

}  // namespace

int main(int argc, char** argv) { return baton::components::container_main(argc, argv, run); }
