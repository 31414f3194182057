// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>

#include "lifecycle_msgs/msg/state.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "std_msgs/msg/float64.hpp"

namespace warehouse
{

using CallbackReturn = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;

/// Moves while it is active.
class Conveyor : public rclcpp_lifecycle::LifecycleNode
{
public:
  explicit Conveyor(const rclcpp::NodeOptions & options)
  : rclcpp_lifecycle::LifecycleNode("conveyor", options)
  {
    declare_parameter("speed_mps", 0.5);
  }

  CallbackReturn on_configure(const rclcpp_lifecycle::State & state) override
  {
    get_parameter("speed_mps", speed_mps_);
    if (speed_mps_ <= 0.0) {
      throw std::runtime_error("a conveyor needs a speed");
    }
    publisher_ = create_publisher<std_msgs::msg::Float64>("position", rclcpp::QoS(10));
    timer_ = create_wall_timer(
      std::chrono::milliseconds(10), std::bind(&Conveyor::move, this));
    RCLCPP_INFO(get_logger(), "configured, was %s", state.label().c_str());
    return CallbackReturn::SUCCESS;
  }

  CallbackReturn on_activate(const rclcpp_lifecycle::State & state) override
  {
    LifecycleNode::on_activate(state);
    RCLCPP_INFO(get_logger(), "runs at %.1f m/s", speed_mps_);
    return CallbackReturn::SUCCESS;
  }

  CallbackReturn on_error(const rclcpp_lifecycle::State &) override
  {
    RCLCPP_ERROR(get_logger(), "stays off");
    return CallbackReturn::SUCCESS;
  }

private:
  void move()
  {
    if (get_current_state().id() != lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE) {
      return;
    }
    auto message = std::make_unique<std_msgs::msg::Float64>();
    message->data = position_m_ += speed_mps_ * 0.01;
    publisher_->publish(std::move(message));
  }

  double speed_mps_ = 0.0;
  double position_m_ = 0.0;
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::Float64>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace warehouse

#include "rclcpp_components/register_node_macro.hpp"  // NOLINT(build/include)
RCLCPP_COMPONENTS_REGISTER_NODE(warehouse::Conveyor)
