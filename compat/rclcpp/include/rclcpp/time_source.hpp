// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/time_source.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rclcpp/executors.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
