// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>

#include "class_loader/class_loader.hpp"
#include "warehouse_gripper/gripper.hpp"

using warehouse_gripper::Gripper;

TEST(Grippers, are_found_by_name)
{
  class_loader::ClassLoader loader(GRIPPERS_LIBRARY);
  EXPECT_EQ(2u, loader.getAvailableClasses<Gripper>().size());
  ASSERT_TRUE(loader.isClassAvailable<Gripper>("warehouse_gripper::SuctionGripper"));

  warehouse_interfaces::msg::Item box;
  std::shared_ptr<Gripper> gripper =
    loader.createInstance<Gripper>("warehouse_gripper::SuctionGripper");
  EXPECT_TRUE(gripper->can_hold(box));
  box.mass_kg = 20.0f;
  EXPECT_FALSE(gripper->can_hold(box));
}

TEST(Grippers, that_are_not_there_are_an_error)
{
  class_loader::ClassLoader loader(GRIPPERS_LIBRARY);
  EXPECT_THROW(
    loader.createUniqueInstance<Gripper>("warehouse_gripper::Magnet"),
    class_loader::CreateClassException);
  EXPECT_THROW(
    class_loader::ClassLoader("libno_grippers.so"), class_loader::LibraryLoadException);
}
