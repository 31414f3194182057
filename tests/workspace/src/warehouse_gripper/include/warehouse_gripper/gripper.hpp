// SPDX-License-Identifier: Apache-2.0
#ifndef WAREHOUSE_GRIPPER__GRIPPER_HPP_
#define WAREHOUSE_GRIPPER__GRIPPER_HPP_

#include "warehouse_interfaces/msg/item.hpp"

namespace warehouse_gripper
{

class Gripper
{
public:
  virtual ~Gripper() = default;

  virtual bool can_hold(const warehouse_interfaces::msg::Item & item) const = 0;
};

}  // namespace warehouse_gripper

#endif  // WAREHOUSE_GRIPPER__GRIPPER_HPP_
