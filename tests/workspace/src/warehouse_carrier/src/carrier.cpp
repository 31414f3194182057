// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "warehouse_interfaces/action/carry.hpp"

namespace warehouse
{

/// Carries one thing at a time, a metre in each step.
class Carrier : public rclcpp::Node
{
public:
  using Carry = warehouse_interfaces::action::Carry;
  using GoalHandleCarry = rclcpp_action::ServerGoalHandle<Carry>;

  explicit Carrier(const rclcpp::NodeOptions & options)
  : Node("carrier", options)
  {
    using namespace std::placeholders;

    max_mass_kg_ = declare_parameter("max_mass_kg", 10.0);
    action_server_ = rclcpp_action::create_server<Carry>(
      this,
      "carry",
      std::bind(&Carrier::handle_goal, this, _1, _2),
      std::bind(&Carrier::handle_cancel, this, _1),
      std::bind(&Carrier::handle_accepted, this, _1));
    RCLCPP_INFO(get_logger(), "carries up to %.1f kg", max_mass_kg_);
  }

private:
  rclcpp_action::GoalResponse handle_goal(
    const rclcpp_action::GoalUUID & uuid, std::shared_ptr<const Carry::Goal> goal)
  {
    (void)uuid;
    if (goal->item.mass_kg > max_mass_kg_) {
      RCLCPP_INFO(get_logger(), "too heavy: %s", goal->item.name.c_str());
      return rclcpp_action::GoalResponse::REJECT;
    }
    return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
  }

  rclcpp_action::CancelResponse handle_cancel(const std::shared_ptr<GoalHandleCarry> goal_handle)
  {
    (void)goal_handle;
    return rclcpp_action::CancelResponse::ACCEPT;
  }

  void handle_accepted(const std::shared_ptr<GoalHandleCarry> goal_handle)
  {
    const auto target = goal_handle->get_goal()->target.position;
    goal_handle_ = goal_handle;  // what was carried before is given up
    feedback_->distance_m = static_cast<float>(std::hypot(target.x, target.y));
    begin_ = now();
    timer_ = create_wall_timer(std::chrono::milliseconds(20), std::bind(&Carrier::step, this));
  }

  void step()
  {
    auto result = std::make_shared<Carry::Result>();
    const auto goal = goal_handle_->get_goal();
    if (goal_handle_->is_canceling()) {
      goal_handle_->canceled(result);
      RCLCPP_INFO(get_logger(), "put down: %s", goal->item.name.c_str());
      timer_->cancel();
      return;
    }
    feedback_->distance_m -= 1;
    goal_handle_->publish_feedback(feedback_);
    if (feedback_->distance_m <= 0) {
      result->delivered = true;
      result->taken = now() - begin_;
      goal_handle_->succeed(result);
      RCLCPP_INFO(get_logger(), "delivered: %s", goal->item.name.c_str());
      timer_->cancel();
    }
  }

  rclcpp_action::Server<Carry>::SharedPtr action_server_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::shared_ptr<GoalHandleCarry> goal_handle_;
  std::shared_ptr<Carry::Feedback> feedback_ = std::make_shared<Carry::Feedback>();
  rclcpp::Time begin_;
  double max_mass_kg_;
};

}  // namespace warehouse

RCLCPP_COMPONENTS_REGISTER_NODE(warehouse::Carrier)
