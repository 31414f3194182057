// SPDX-License-Identifier: Apache-2.0
// Loads the libraries that the command line names, makes one node of each component in them, and
// spins all in one thread with in-process delivery.
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <class_loader/class_loader.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/node_factory.hpp>

namespace {

using rclcpp_components::NodeFactory;
using rclcpp_components::NodeInstanceWrapper;

/// Outlives the nodes: it has their code.
using Loaders = std::vector<std::unique_ptr<class_loader::ClassLoader>>;

void make_nodes(class_loader::ClassLoader& loader, std::vector<NodeInstanceWrapper>& nodes) {
  const auto classes = loader.getAvailableClasses<NodeFactory>();
  if (classes.empty()) {
    throw std::runtime_error(loader.getLibraryPath() +
                             " has no components: write RCLCPP_COMPONENTS_REGISTER_NODE(YourNode) "
                             "in one of its sources");
  }
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(true);
  for (const std::string& name : classes) {
    nodes.push_back(loader.createInstance<NodeFactory>(name)->create_node_instance(options));
  }
}

void compose(const std::vector<std::string>& libraries) {
  Loaders loaders;
  std::vector<NodeInstanceWrapper> nodes;
  for (const std::string& library : libraries) {
    loaders.push_back(std::make_unique<class_loader::ClassLoader>(library));
    make_nodes(*loaders.back(), nodes);
  }
  rclcpp::executors::SingleThreadedExecutor executor;
  for (auto& node : nodes) executor.add_node(node.get_node_base_interface());
  executor.spin();
  for (auto& node : nodes) executor.remove_node(node.get_node_base_interface());
}

}  // namespace

int main(int argc, char** argv) try {
  const auto words = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (words.size() < 2) {
    std::fprintf(stderr, "usage: demo_dlopen_composition LIBRARY.so... [--ros-args ...]\n");
    return 2;
  }
  compose({words.begin() + 1, words.end()});
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "demo_dlopen_composition: %s\n", error.what());
  return 1;
}
