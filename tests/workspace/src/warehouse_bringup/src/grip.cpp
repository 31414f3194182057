// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "warehouse_gripper/grip_states.hpp"

/// Prints what a gripper holds that took everything it was told to.
int main(int argc, char ** argv)
{
  warehouse_gripper::msg::GripState state;
  state.force_n = 2.5f;
  for (int i = 1; i < argc; ++i) {
    state.held.resize(state.held.size() + 1);
    state.held.back().name = argv[i];
  }
  std::printf("%s\n", warehouse_gripper::to_text(state).c_str());
  return 0;
}
