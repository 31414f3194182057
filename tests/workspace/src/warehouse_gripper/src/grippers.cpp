// SPDX-License-Identifier: Apache-2.0
#include "class_loader/register_macro.hpp"
#include "warehouse_gripper/gripper.hpp"

namespace warehouse_gripper
{

class SuctionGripper : public Gripper
{
public:
  bool can_hold(const warehouse_interfaces::msg::Item & item) const override
  {
    return item.kind == warehouse_interfaces::msg::Item::KIND_BOX && item.mass_kg < 5.0f;
  }
};

class TwoFingerGripper : public Gripper
{
public:
  bool can_hold(const warehouse_interfaces::msg::Item & item) const override
  {
    return item.size.x < 0.1;
  }
};

}  // namespace warehouse_gripper

CLASS_LOADER_REGISTER_CLASS(warehouse_gripper::SuctionGripper, warehouse_gripper::Gripper)
CLASS_LOADER_REGISTER_CLASS(warehouse_gripper::TwoFingerGripper, warehouse_gripper::Gripper)
