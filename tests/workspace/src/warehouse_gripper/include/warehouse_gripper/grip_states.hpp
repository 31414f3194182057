// SPDX-License-Identifier: Apache-2.0
#ifndef WAREHOUSE_GRIPPER__GRIP_STATES_HPP_
#define WAREHOUSE_GRIPPER__GRIP_STATES_HPP_

#include <string>

#include "warehouse_gripper/msg/grip_state.hpp"

namespace warehouse_gripper
{

/// "box, bottle (2.5 N)"
std::string to_text(const msg::GripState & state);

}  // namespace warehouse_gripper

#endif  // WAREHOUSE_GRIPPER__GRIP_STATES_HPP_
