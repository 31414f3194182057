// SPDX-License-Identifier: Apache-2.0
// A process for components that several threads run: as many as the parameter thread_num says.
#include <baton/executors/multi_threaded_executor.hpp>

#include "component/programs/container_main.hpp"

namespace {

std::size_t thread_num_of(const baton::Node& node) {
  const std::int64_t number = node.get_parameter("thread_num").as_int();
  constexpr std::int64_t most = 1024;
  if (number < 0 || number > most) {
    throw std::invalid_argument("thread_num is " + std::to_string(number) +
                                ": give a number of threads, or 0 for as many as there are cores");
  }
  return static_cast<std::size_t>(number);
}

void run(const std::vector<std::string>&) {
  using namespace baton;
  const auto manager = std::make_shared<components::ComponentManager>();
  const auto executor = std::make_shared<executors::MultiThreadedExecutor>(ExecutorOptions(),
                                                                           thread_num_of(*manager));
  manager->set_executor(executor);
  executor->add_node(manager);
  executor->spin();
}

}  // namespace

int main(int argc, char** argv) { return baton::components::container_main(argc, argv, run); }
