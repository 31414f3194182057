// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "std_msgs/msg/float64.hpp"
// Of geometry_msgs, which warehouse_planning brings.
#include "geometry_msgs/msg/pose_stamped.hpp"
#include "warehouse_planning/distances.hpp"

namespace warehouse
{

/// Adds up the way that the robot has driven.
class Odometer : public rclcpp::Node
{
public:
  explicit Odometer(const rclcpp::NodeOptions & options = rclcpp::NodeOptions())
  : Node("odometer", options)
  {
    publisher_ = create_publisher<std_msgs::msg::Float64>("distance", rclcpp::SensorDataQoS());
    subscription_ = create_subscription<geometry_msgs::msg::PoseStamped>(
      "pose", 10, [this](geometry_msgs::msg::PoseStamped::UniquePtr pose) {
        if (last_) {
          sum_.data += warehouse_planning::distance(last_->pose.position, pose->pose.position);
          publisher_->publish(sum_);
        }
        last_ = std::move(pose);
      });
  }

private:
  geometry_msgs::msg::PoseStamped::UniquePtr last_;
  std_msgs::msg::Float64 sum_;
  rclcpp::Publisher<std_msgs::msg::Float64>::SharedPtr publisher_;
  rclcpp::Subscription<geometry_msgs::msg::PoseStamped>::SharedPtr subscription_;
};

}  // namespace warehouse

RCLCPP_COMPONENTS_REGISTER_NODE(warehouse::Odometer)
