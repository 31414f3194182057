// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "warehouse_interfaces/action/carry.hpp"

using Carry = warehouse_interfaces::action::Carry;
using GoalHandleCarry = rclcpp_action::ClientGoalHandle<Carry>;

/// Has the thing of its command line carried: carry NAME MASS DISTANCE [cancel]
int main(int argc, char ** argv)
{
  using namespace std::chrono_literals;

  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() < 4) {
    std::fprintf(stderr, "usage: carry NAME MASS DISTANCE [cancel]\n");
    return 2;
  }
  auto node = rclcpp::Node::make_shared("carry");
  auto client = rclcpp_action::create_client<Carry>(node, "carry");
  if (!client->wait_for_action_server(20s)) {
    RCLCPP_ERROR(node->get_logger(), "no node carries things");
    return 1;
  }
  auto goal = Carry::Goal();
  goal.item.name = arguments[1];
  goal.item.mass_kg = std::stof(arguments[2]);
  goal.target.position.x = std::stod(arguments[3]);

  int steps = 0;
  auto options = rclcpp_action::Client<Carry>::SendGoalOptions();
  options.feedback_callback =
    [&](GoalHandleCarry::SharedPtr, const std::shared_ptr<const Carry::Feedback> feedback) {
      if (feedback->distance_m >= 0) {
        ++steps;
      }
    };
  auto goal_handle_future = client->async_send_goal(goal, options);
  if (rclcpp::spin_until_future_complete(node, goal_handle_future, 20s) !=
    rclcpp::FutureReturnCode::SUCCESS)
  {
    RCLCPP_ERROR(node->get_logger(), "send goal call failed");
    return 1;
  }
  GoalHandleCarry::SharedPtr goal_handle = goal_handle_future.get();
  if (!goal_handle) {
    std::printf("%s is not carried\n", arguments[1].c_str());
    return 0;
  }
  auto result_future = client->async_get_result(goal_handle);
  if (arguments.size() > 4) {
    client->async_cancel_goal(goal_handle);
  }
  if (rclcpp::spin_until_future_complete(node, result_future, 20s) !=
    rclcpp::FutureReturnCode::SUCCESS)
  {
    RCLCPP_ERROR(node->get_logger(), "get result call failed");
    return 1;
  }
  GoalHandleCarry::WrappedResult wrapped_result = result_future.get();
  switch (wrapped_result.code) {
    case rclcpp_action::ResultCode::SUCCEEDED:
      std::printf(
        "%s is there%s\n", arguments[1].c_str(),
        wrapped_result.result->delivered && steps > 0 ? "" : ", oddly");
      break;
    case rclcpp_action::ResultCode::CANCELED:
      std::printf("%s is not there\n", arguments[1].c_str());
      break;
    case rclcpp_action::ResultCode::ABORTED:
    default:
      RCLCPP_ERROR(node->get_logger(), "the goal failed");
      return 1;
  }
  rclcpp::shutdown();
  return 0;
}
