// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <robot_msgs/action/drive.hpp>
#include <robot_msgs/msg/battery.hpp>
#include <robot_msgs/srv/dock.hpp>

int main() {
  robot_msgs::action::Drive::Result result;
  result.battery.cells.resize(robot_msgs::msg::Battery::CELLS_MOST);
  const robot_msgs::srv::Dock::Request request;
  std::printf("dock: %s\n", request.fast && result.battery.charge == 1.0f ? "fast" : "slow");
}
