// SPDX-License-Identifier: Apache-2.0
#include "warehouse_planning/inventory.hpp"

#include <memory>
#include <string>

#include "rclcpp/logging.hpp"

namespace warehouse_planning
{

using warehouse_interfaces::msg::Shelf;

Inventory::Inventory(const rclcpp::Logger & logger)
: logger_(logger.get_child("inventory"))
{
}

void Inventory::update(const Shelf & shelf)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  auto & place = shelves_[shelf.label];
  if (!place) {
    RCLCPP_INFO(logger_, "new shelf '%s'", shelf.label.c_str());
  }
  place = std::make_shared<Shelf>(shelf);
}

bool Inventory::find(const std::string & item_name, Shelf & shelf) const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto & [label, candidate] : shelves_) {
    for (const auto & item : candidate->items) {
      if (item.name == item_name) {
        shelf = *candidate;
        return true;
      }
    }
  }
  return false;
}

}  // namespace warehouse_planning
