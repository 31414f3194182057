// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rclcpp/rclcpp.hpp"
#include "warehouse_planning/inventory.hpp"

using warehouse_interfaces::msg::Shelf;

TEST(Inventory, finds_what_it_was_told)
{
  warehouse_planning::Inventory inventory(rclcpp::get_logger("test"));
  Shelf shelf;
  shelf.label = warehouse_planning::make_label("rack a", "box");
  shelf.items.resize(1);
  shelf.items[0].name = "box";
  inventory.update(shelf);

  Shelf found;
  EXPECT_TRUE(inventory.find("box", found));
  EXPECT_EQ("rack_a/box", found.label);
  EXPECT_EQ(1.5f, found.items.at(0).mass_kg);
  EXPECT_FALSE(inventory.find("bottle", found));
}
