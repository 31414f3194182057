// SPDX-License-Identifier: Apache-2.0
#include "warehouse_planning/distances.hpp"

#include <cmath>

namespace warehouse_planning
{

double distance(const geometry_msgs::msg::Point & from, const geometry_msgs::msg::Point & to)
{
  return std::hypot(to.x - from.x, to.y - from.y, to.z - from.z);
}

}  // namespace warehouse_planning
