// SPDX-License-Identifier: Apache-2.0
// switch_conveyor: configures and activates the conveyor; says in which state it is.
#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <memory>

#include "lifecycle_msgs/msg/transition.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "rclcpp/rclcpp.hpp"

using lifecycle_msgs::msg::Transition;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetState;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rclcpp::Node::make_shared("switch_conveyor");
  auto change = node->create_client<ChangeState>("conveyor/change_state");
  auto get = node->create_client<GetState>("conveyor/get_state");
  if (!change->wait_for_service(std::chrono::seconds(20)) ||
    !get->wait_for_service(std::chrono::seconds(20)))
  {
    return 1;
  }
  for (const auto id : {Transition::TRANSITION_CONFIGURE, Transition::TRANSITION_ACTIVATE}) {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = id;
    auto changed = change->async_send_request(request);
    if (rclcpp::spin_until_future_complete(node, changed) != rclcpp::FutureReturnCode::SUCCESS) {
      return 1;
    }
    if (!changed.get()->success) {
      break;
    }
  }
  auto state = get->async_send_request(std::make_shared<GetState::Request>());
  if (rclcpp::spin_until_future_complete(node, state) != rclcpp::FutureReturnCode::SUCCESS) {
    return 1;
  }
  std::printf("%s\n", state.get()->current_state.label.c_str());
  rclcpp::shutdown();
  return 0;
}
