// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/create_timer.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <exception>

#include <rclcpp/node_interfaces/get_node_base_interface.hpp>
#include <rclcpp/node_interfaces/get_node_clock_interface.hpp>
#include <rclcpp/node_interfaces/get_node_timers_interface.hpp>
#include <rclcpp/node_interfaces/node_base_interface.hpp>
