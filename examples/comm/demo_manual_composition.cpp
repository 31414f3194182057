// SPDX-License-Identifier: Apache-2.0
// The talker and its listeners in one process. The environment says how:
//   SUB_NUM   listeners (1)
//   EXE_TYPE  executor: 0 single-threaded (default), 1 multi-threaded, 2 static single-threaded
//   USE_IPC   1: by pointer (default), 0: through shared memory as between processes
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <rclcpp/rclcpp.hpp>

#include "listener.hpp"
#include "talker.hpp"

namespace {

int from_environment(const std::string& name, int fallback, int least, int most) {
  const char* const text = std::getenv(name.c_str());
  if (text == nullptr || *text == '\0') return fallback;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (*end != '\0' || value < least || value > most) {
    throw std::invalid_argument(name + " is '" + text + "': set it to a number from " +
                                std::to_string(least) + " to " + std::to_string(most));
  }
  return static_cast<int>(value);
}

std::unique_ptr<rclcpp::Executor> make_executor(int type) {
  switch (type) {
    case 1:
      return std::make_unique<rclcpp::executors::MultiThreadedExecutor>();
    case 2:
      return std::make_unique<rclcpp::executors::StaticSingleThreadedExecutor>();
    default:
      return std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
  }
}

}  // namespace

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  const int listener_count = from_environment("SUB_NUM", 1, 1, 100);
  const auto executor = make_executor(from_environment("EXE_TYPE", 0, 0, 2));
  const auto options =
      rclcpp::NodeOptions().use_intra_process_comms(from_environment("USE_IPC", 1, 0, 1) == 1);

  std::vector<std::shared_ptr<rclcpp::Node>> nodes;
  for (int number = 1; number <= listener_count; ++number) {
    nodes.push_back(std::make_shared<ros2_demos::MinimalSubscriber>(
        options, "demo_listener_" + std::to_string(number)));
  }
  nodes.push_back(std::make_shared<ros2_demos::MinimalPublisher>(options));
  for (const auto& node : nodes) executor->add_node(node);
  executor->spin();
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "demo_manual_composition: %s\n", error.what());
  return 1;
}
