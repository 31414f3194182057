// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/node_interfaces/node_clock_interface.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <tuple>

#include <rclcpp/clock.hpp>
