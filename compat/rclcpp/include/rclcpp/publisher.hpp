// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/publisher.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/is_ros_compatible_type.hpp>
#include <rclcpp/loaned_message.hpp>
#include <rclcpp/node_interfaces/node_base_interface.hpp>
#include <rclcpp/publisher_options.hpp>
