// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <baton/components/component_manager.hpp>
#include <baton/utilities.hpp>

#include "component/resource_index.hpp"

namespace baton::components {

/// What the containers' main() have in common. `run` gets the arguments that are not ROS's, the
/// program's name first.
inline int container_main(int argc, char** argv, void (*run)(const std::vector<std::string>&)) {
  try {
    search_own_prefix_too();
    run(init_and_remove_ros_arguments(argc, argv));
    shutdown();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argc > 0 ? argv[0] : "component_container", error.what());
    return 1;
  }
}

}  // namespace baton::components
