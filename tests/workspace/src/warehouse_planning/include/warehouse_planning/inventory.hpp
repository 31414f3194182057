// SPDX-License-Identifier: Apache-2.0
#ifndef WAREHOUSE_PLANNING__INVENTORY_HPP_
#define WAREHOUSE_PLANNING__INVENTORY_HPP_

#include <map>
#include <mutex>
#include <string>

#include "rclcpp/logger.hpp"
#include "rcpputils/thread_safety_annotations.hpp"
#include "warehouse_interfaces/msg/shelf.hpp"
#include "warehouse_planning/visibility_control.h"

namespace warehouse_planning
{

/// The shelves that were seen, by label.
class Inventory
{
public:
  WAREHOUSE_PLANNING_PUBLIC
  explicit Inventory(const rclcpp::Logger & logger);

  WAREHOUSE_PLANNING_PUBLIC
  void update(const warehouse_interfaces::msg::Shelf & shelf);

  WAREHOUSE_PLANNING_PUBLIC
  bool find(const std::string & item_name, warehouse_interfaces::msg::Shelf & shelf) const;

private:
  rclcpp::Logger logger_;
  mutable std::mutex mutex_;
  std::map<std::string, warehouse_interfaces::msg::Shelf::SharedPtr> shelves_
  RCPPUTILS_TSA_GUARDED_BY(mutex_);
};

/// "rack a" and "box" make "rack_a/box".
WAREHOUSE_PLANNING_PUBLIC
std::string make_label(const std::string & rack, const std::string & item);

}  // namespace warehouse_planning

#endif  // WAREHOUSE_PLANNING__INVENTORY_HPP_
