// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <robot_msgs/msg/battery.hpp>
#include <robot_user_msgs/msg/fleet.hpp>

int main() {
  robot_user_msgs::msg::Fleet fleet;
  fleet.name = "base";
  fleet.batteries.emplace_back().header.frame_id = "left";
  std::fputs(to_yaml(fleet).c_str(), stdout);
}
