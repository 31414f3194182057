// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/lifecycle/lifecycle_node.hpp>

#include <rclcpp/node.hpp>
#include <rclcpp/node_interfaces/node_interfaces.hpp>
#include <rclcpp/subscription.hpp>

#include <rclcpp_lifecycle/lifecycle_publisher.hpp>
#include <rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp>
#include <rclcpp_lifecycle/state.hpp>
#include <rclcpp_lifecycle/transition.hpp>
