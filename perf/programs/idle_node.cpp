// SPDX-License-Identifier: Apache-2.0
// A node with default options, without timers, in an executor, that has nothing to do. Other
// programs look at its process from outside.
#include <fmt/format.h>

#include <baton/baton.hpp>
#include <exception>
#include <memory>

int main(int argc, char** argv) {
  try {
    baton::init(argc, argv);
    baton::spin(std::make_shared<baton::Node>("idle"));
    baton::shutdown();
  } catch (const std::exception& error) {
    fmt::print(stderr, "idle_node: {}\n", error.what());
    return 1;
  }
}
