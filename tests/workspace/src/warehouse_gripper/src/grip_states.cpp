// SPDX-License-Identifier: Apache-2.0
#include "warehouse_gripper/grip_states.hpp"

#include <sstream>
#include <string>

namespace warehouse_gripper
{

std::string to_text(const msg::GripState & state)
{
  std::ostringstream text;
  for (const auto & item : state.held) {
    text << (&item == &state.held.front() ? "" : ", ") << item.name;
  }
  text << " (" << state.force_n << " N)";
  return text.str();
}

}  // namespace warehouse_gripper
