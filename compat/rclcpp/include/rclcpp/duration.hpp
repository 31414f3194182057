// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/duration.hpp>

#include <rclcpp/detail/namespace.hpp>

// What rclcpp's header brings along.
#include <rcl/time.h>
#include <builtin_interfaces/msg/time.hpp>
#include <rclcpp/visibility_control.hpp>
