// SPDX-License-Identifier: Apache-2.0
// A process for components that one thread runs.
#include <baton/executors/single_threaded_executor.hpp>

#include "component/programs/container_main.hpp"

namespace {

void run(const std::vector<std::string>&) {
  using namespace baton;
  const auto executor = std::make_shared<executors::SingleThreadedExecutor>();
  const auto manager = std::make_shared<components::ComponentManager>(executor);
  executor->add_node(manager);
  executor->spin();
}

}  // namespace

int main(int argc, char** argv) { return baton::components::container_main(argc, argv, run); }
