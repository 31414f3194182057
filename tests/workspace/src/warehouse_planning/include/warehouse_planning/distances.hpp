// SPDX-License-Identifier: Apache-2.0
#ifndef WAREHOUSE_PLANNING__DISTANCES_HPP_
#define WAREHOUSE_PLANNING__DISTANCES_HPP_

#include "geometry_msgs/msg/point.hpp"

namespace warehouse_planning
{

double distance(const geometry_msgs::msg::Point & from, const geometry_msgs::msg::Point & to);

}  // namespace warehouse_planning

#endif  // WAREHOUSE_PLANNING__DISTANCES_HPP_
