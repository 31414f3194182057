// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/component_manager.hpp>

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto executor = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
  auto manager = std::make_shared<rclcpp_components::ComponentManager>(executor, "own_container");
  executor->add_node(manager);
  executor->spin_some();
  std::printf("%s\n", manager->get_fully_qualified_name());
  rclcpp::shutdown();
}
