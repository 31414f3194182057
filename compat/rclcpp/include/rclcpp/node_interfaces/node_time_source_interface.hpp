// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_time_source_interface.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <tuple>

#include <rclcpp/macros.hpp>
#include <rclcpp/visibility_control.hpp>
